//! What the programs do, and how that ends.

/// A deed, which is done at the second turn of the second round; the outcome, cause and guesses of that round; and whether the program is
/// dead afterwards.
pub type Rogue = (&'static str, &'static str, bool);

const SILENCE: &str = r#"failure,"silence: no answer in 0.5 s: does it flush its output, does it wait or loop?",1"#;

/// Those that a limit of time ends or nearly ends. They sleep or compute for ten minutes in case that nothing ends them.
pub const SLOW: [Rogue; 12] = [
    ("sleep", SILENCE, true),
    ("sleep-short", "win", false),
    ("ignore", SILENCE, true),
    ("stop", SILENCE, true),
    ("vfork", SILENCE, true),
    ("flood-errors", SILENCE, true),
    ("flood-bytes", SILENCE, true),
    ("compute", "loss,time,1", true),
    ("children", "loss,time,1", true),
    ("brief-children", "loss,time,1", true),
    ("ended-children", "loss,time,1", true),
    ("late", "loss,time,1", false),
];

/// Those that reach for what they share with others. All win, and get nothing.
pub const SHARING: [Rogue; 5] = [
    ("leases", "win", false),
    ("caches", "win", false),
    ("locks", "win", false),
    ("attributes", "win", false),
    ("processes", "win", false),
];

/// Those whose rounds end otherwise.
pub const OTHERS: [Rogue; 28] = [
    ("fair", "win", false),
    ("threads", "win", false),
    ("fork", "failure,crash: more than 64 processes,1", true),
    ("allocate", "failure,memory: more than 256 MB,1", true),
    ("allocate-behind", "failure,memory: more than 256 MB,1", true),
    ("sockets", "failure,memory: more than 256 MB,1", true),
    ("allocate-at-once", "failure,\"crash: exit code 1: MemoryError (rogue.py, line 362)\",1", true),
    ("exit", "failure,crash: exit code 0,1", true),
    ("exit-3", "failure,crash: exit code 3,1", true),
    ("crash", "failure,crash: signal 11 (SIGSEGV: a wrong address or an overflow of the stack),1", true),
    ("flood-output", "failure,protocol: 'flood' in place of `guess 2 CODE`,1", true),
    ("long-line", "failure,protocol: a line of more than 4096 bytes,1", true),
    ("twice", "failure,protocol: 'guess 2 AB' in place of `guess 3 CODE`,2", true),
    ("bytes", r"failure,protocol: '\xff\xfe' in place of `guess 2 CODE`,1", true),
    ("refuse", "failure,protocol: 'refuse no more' in place of `guess 2 CODE`,1", true),
    ("close-output", "failure,protocol: it closed its standard output,1", true),
    ("close-input", "failure,protocol: it closed its standard input,2", true),
    ("panic", "failure,no idea,1", true),
    ("escape", "failure,no [31m idea,1", true),
    ("length", r#"failure,"illegal guess: ABA; it has 3 pegs, not 2",1"#, false),
    ("color", r#"failure,"illegal guess: AE; its peg 2, E, is not among the colors A to D",1"#, false),
    ("leave", "win", false),
    ("leave-pipes", "failure,crash: exit code 3,1", true),
    ("leave-exit", "failure,crash: exit code 0,1", true),
    ("fill", "win", false),
    ("kill", "win", false),
    ("secrets", "win", false),
    ("connect", "win", false),
];
