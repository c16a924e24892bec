//! The colors of the charts.

use plotters::style::RGBColor;

/// Highlighted series. They differ for color-blind readers, too, and are dark enough for thin lines on white: the colors
/// of M. Okabe and K. Ito, "Color Universal Design" (2008), the light ones darker and brown in the place of yellow.
pub(crate) const SERIES: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 140, 105),
    RGBColor(176, 64, 140),
    RGBColor(34, 34, 34),
    RGBColor(205, 150, 0),
    RGBColor(70, 165, 220),
    RGBColor(130, 80, 40),
];
/// Series that are not highlighted.
pub(crate) const OTHER_LINE: RGBColor = RGBColor(196, 196, 196);
pub(crate) const OTHER_BAR: RGBColor = RGBColor(170, 170, 170);
/// Titles and labels, and texts of less weight.
pub(crate) const TEXT: RGBColor = RGBColor(34, 34, 34);
pub(crate) const MINOR_TEXT: RGBColor = RGBColor(85, 85, 85);
pub(crate) const AXIS: RGBColor = RGBColor(120, 120, 120);
pub(crate) const GRID: RGBColor = RGBColor(226, 226, 226);
/// Every second row of bars.
pub(crate) const STRIPE: RGBColor = RGBColor(246, 246, 246);
