use posterior::*;
use rayon::prelude::*;
use scsa::*;
use std::{sync::Arc, time::Instant};

#[derive(Debug)]
struct Is(&'static dyn Scsa);
impl Scsa for Is {
    fn name(&self) -> &'static str {
        self.0.name()
    }
    fn summary(&self) -> &'static str {
        ""
    }
    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        self.0.draw(size, rng)
    }
    fn probability(&self, size: Size, code: &Code) -> f64 {
        self.0.probability(size, code)
    }
    fn parts(&self, size: Size) -> Vec<Part> {
        self.0.parts(size)
    }
    fn by_distinct(&self) -> bool {
        self.0.by_distinct()
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap();
    let size: Size = args.next().unwrap().parse().unwrap();
    let rounds: u64 = args.next().unwrap().parse().unwrap();
    let options: std::collections::HashMap<String, f64> = args
        .map(|a| {
            let (k, v) = a.split_once('=').unwrap();
            (k.to_owned(), v.parse().unwrap())
        })
        .collect();
    let get = |k: &str, d: f64| *options.get(k).unwrap_or(&d);
    let mut effort = Effort::level(get("level", 10.) as u16);
    effort.steps = get("steps", effort.steps as f64) as usize;
    effort.field = get("field", effort.field as f64) as usize;
    effort.looks = get("looks", effort.looks as f64) as usize;
    effort.climbs = get("climbs", effort.climbs as f64) as usize;
    let rule = scsa::algorithms::find(&name).unwrap();
    let begin = Instant::now();
    let prospects = Prospects::new(Arc::new(Is(rule)), size, effort);
    let first = choose(&prospects, &prospects.round(), true, &mut Rng::new(5));
    eprintln!("prepared {:?} first {first}", begin.elapsed());
    let begin = Instant::now();
    let fresh = prospects.round();
    let results: Vec<(usize, f64, f64, f64, u64)> = (0..rounds)
        .into_par_iter()
        .map(|round| {
            let mut rng = Rng::new(1000 + u128::from(round));
            let secret = rule.draw(size, &mut rng);
            let mut p = fresh.clone();
            let mut turns: Vec<Turn> = Vec::new();
            let (mut tl, mut tg) = (0.0, 0.0);
            let mut most = 0.0f64;
            loop {
                let t = Instant::now();
                if !turns.is_empty() {
                    p.learn(&prospects, &turns, &mut rng);
                }
                let l = t.elapsed().as_secs_f64();
                tl += l;
                let t = Instant::now();
                let g = if turns.is_empty() { first } else { choose(&prospects, &p, false, &mut rng) };
                tg += t.elapsed().as_secs_f64();
                most = most.max(l);
                turns.push(Turn { guess: g, feedback: secret.feedback(&g) });
                if g == secret || turns.len() > 99 {
                    break;
                }
            }
            (turns.len(), tl + tg, tl, tg, p.steps())
        })
        .collect();
    let n = results.len() as f64;
    let mean = results.iter().map(|r| r.0 as f64).sum::<f64>() / n;
    let var = results.iter().map(|r| (r.0 as f64 - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let avg = |f: &dyn Fn(&(usize, f64, f64, f64, u64)) -> f64| results.iter().map(f).sum::<f64>() / n;
    println!(
        "{name} {size} {mean:.3} ± {:.3} max {} | s/round {:.3} (learn {:.3} guess {:.3}) max {:.2} Msteps {:.1} wall {:.1}",
        (var / n).sqrt(),
        results.iter().map(|r| r.0).max().unwrap(),
        avg(&|r| r.1),
        avg(&|r| r.2),
        avg(&|r| r.3),
        results.iter().map(|r| r.1).fold(0.0, f64::max),
        avg(&|r| r.4 as f64) / 1e6,
        begin.elapsed().as_secs_f64()
    );
}
