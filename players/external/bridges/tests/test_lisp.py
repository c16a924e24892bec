"""Tests of the bridge for Lisp players: `python3 -m unittest` in this folder. They need `sbcl`."""

import shutil
import unittest

import driver
import trials

ZEBRA = "(defun zebra (board colors SCSA last-response) (make-list board :initial-element (first colors)))\n"


@unittest.skipUnless(shutil.which("sbcl"), "sbcl is not installed")
class LispBridge(unittest.TestCase):
    def setUp(self):
        self.trial = trials.Trial(trials.LISP)
        self.addCleanup(self.trial.remove)

    def test_a_player_wins_and_its_random_numbers_are_seeded(self):
        first = self.trial.play("consistent.lisp", "consistent", rounds=30)
        self.assertEqual(first[0], ["win"] * 30)
        mean = sum(map(len, first[1])) / 30
        self.assertTrue(4 < mean < 5.5, mean)
        self.assertEqual(first[1], self.trial.play("consistent.lisp", rounds=30)[1])
        self.assertNotEqual(first[1], self.trial.play("consistent.lisp", "Consistent", rounds=30, seed=2)[1])
        self.assertIn("against INSERT-COLORS I guess", first[2])

    def test_names_of_scsas(self):
        self.trial.write("says.lisp", ZEBRA.replace("(make-list", "(print SCSA) (make-list"))
        for name, course in [
            ("insert-colors", "INSERT-COLORS"), ("ab-color-2024", "AB-COLOR"), ("mystery-3", "MYSTERY-3"), ("codes:a/b.txt", "CODES"),
        ]:
            errors = self.trial.play("says.lisp", "zebra", scsa=name, rounds=1, limit=1, samples=["ABCD", "ABCDE"])[2]
            self.assertEqual(errors.strip(), course)
        guesses = self.trial.play("faults.lisp", "names", scsa="first-and-last", rounds=1, limit=1, secrets=["FFFF"])[1]
        self.assertEqual(guesses, [["AAAA"]])

    def test_samples_are_in_a_variable(self):
        self.trial.write("samples.lisp", "(defun p (b c s response) (nth (if response (third response) 0) *sample-codes*))\n")
        guesses = self.trial.play(
            "samples.lisp", "p", size="4x26", scsa="mystery-1", samples=["ATCD", "ABCDE"], rounds=1, secrets=["FFFF"])[1]
        self.assertEqual(guesses, [["ATCD", "ABCDE"]])

    def test_no_color_comes_twice_where_that_is_forbidden(self):
        self.trial.write("scsas.lisp", """
            (defun p (board colors SCSA last-response)
              (declare (ignore SCSA last-response))
              (dolist (scsa '(insert-colors two-color ab-color two-color-alternating only-once first-and-last usually-fewer prefer-fewer))
                (when (funcall scsa board colors)
                  (format t "~%~a" scsa)))
              (format t "~%~a ~a" *repeats-allowed* (valid-guess *Mastermind* '(a b a)))
              (insert-colors board colors))""")
        outcomes, guesses, errors = self.trial.play("scsas.lisp", rounds=20, size="3x5n", scsa="only-once")
        self.assertNotIn("failure", outcomes, errors)
        self.assertTrue(all(len(set(guess)) == 3 for game in guesses for guess in game))
        self.assertEqual(set(errors.splitlines()) - {""}, {"INSERT-COLORS", "ONLY-ONCE", "NIL NIL"})

    def test_a_file_with_an_unusual_name(self):
        self.trial.write("a [b]*.lisp", ZEBRA)
        self.assertEqual(self.trial.play("a [b]*.lisp", "zebra", rounds=1, limit=1, secrets=["BBBB"])[1], [["AAAA"]])

    def test_the_color_t_is_tt(self):
        outcomes, guesses, _ = self.trial.play("faults.lisp", "letter-t", size="4x26", rounds=1, secrets=["TTTT"])
        self.assertEqual((outcomes, guesses), (["win"], [["TTTT"]]))

    def test_every_supplied_scsa_makes_its_codes(self):
        self.trial.write("scsas.lisp", """
            (defun p (board colors SCSA last-response)
              (declare (ignore SCSA last-response))
              (dolist (scsa '(insert-colors two-color ab-color two-color-alternating only-once first-and-last usually-fewer prefer-fewer))
                (let ((code (first (SCSA-sampler 1 scsa board (length colors)))))
                  (format t "~%~a ~{~a~} ~a ~a" scsa code (length (remove-duplicates code)) (eq (first code) (first (last code))))))
              (make-list board :initial-element 'a))""")
        errors = self.trial.play("scsas.lisp", rounds=1, limit=50, size="5x7", secrets=["BBBBB"])[2]
        lines = [line.split() for line in errors.splitlines() if line]
        self.assertEqual(len(lines), 8 * 50)
        self.assertTrue(all(len(line[1]) == 5 for line in lines))
        counts = {name: {int(line[2]) for line in lines if line[0] == name} for name in {line[0] for line in lines}}
        self.assertEqual(counts["TWO-COLOR"], {1, 2})
        self.assertEqual(counts["TWO-COLOR-ALTERNATING"], {2})
        self.assertEqual(counts["ONLY-ONCE"], {5})
        self.assertIn(1, counts["PREFER-FEWER"])
        self.assertTrue(all(line[3] == "T" for line in lines if line[0] == "FIRST-AND-LAST"))
        self.assertTrue(all(set(line[1]) <= set("AB") for line in lines if line[0] == "AB-COLOR"))

    def test_failures_end_the_process_with_a_last_line(self):
        for name, end in [
            ("calls-nothing", "undefined-function: The function NO-SUCH-FUNCTION is undefined. (faults.lisp, line 14, in (defun calls-nothing …))"),
            ("quits", "the player ended the program (faults.lisp, line 17, in (defun quits …))"),
            ("really-quits", "the player ended the program (faults.lisp, line 20, in (defun really-quits …))"),
        ]:
            self.assertEqual(self.trial.fault("faults.lisp", name, secrets=["FFFF"]), (1, end))
        for name, part in [
            ("raises", "in (defun helper …))"),
            ("asks", "end-of-file"),
            ("recurses", "Control stack exhausted"),
        ]:
            code, line = self.trial.fault("faults.lisp", name, secrets=["FFFF"])
            self.assertEqual(code, 1, name)
            self.assertIn(part, line)
        self.assertIn("in HELPER", self.trial.play("faults.lisp", "raises", rounds=1, secrets=["FFFF"])[2])

    def test_lack_of_memory_ends_the_process(self):
        code, line = self.trial.fault("faults.lisp", "fills")
        self.assertEqual(code, 1, line)
        self.assertRegex(line.lower(), "heap exhausted")
        code, _ = self.trial.fault("faults.lisp", "grows", seconds=30)
        self.assertEqual(code, 1)

    def test_what_a_player_may_do(self):
        for name in ["breaks", "changes", "redefines", "lenient"]:
            outcomes, _, errors = self.trial.play("faults.lisp", name, rounds=2, limit=8, secrets=["FFEE"] * 2)
            self.assertEqual(outcomes, ["loss-guesses"] * 2, (name, errors))
            self.assertNotIn("exit code after bye", errors, name)
        guesses = self.trial.play("faults.lisp", "lenient", rounds=1, limit=4, secrets=["FFEE"])[1]
        self.assertEqual(guesses, [["BBBB", "CCCC", "DDDD", "EEEE"]])

    def test_odd_guesses_are_illegal_guesses(self):
        outcomes, guesses, errors = self.trial.play("faults.lisp", "odd", rounds=14)
        self.assertEqual(outcomes, ["failure"] * 14, errors)
        self.assertNotIn("guess", errors)
        self.assertEqual([game[0] for game in guesses], [
            "NIL", "A", "7", "(A B C . D)", "#1=(A B . #1#)", "(A A T A)", "(A 1 A A)", '("A" "a" "A" "A")', '""', '"aabb"', "#(A A A A)",
            "(|b| A A A)", "AAA", "(A A A A A A A A A A A A ...)"])

    def test_what_a_repl_would_do(self):
        """What forms of a REPL do, in a player and while its file is loaded."""
        all_a = "(make-list board :initial-element 'a)"
        for form, value in [
            ("(continue)", "NIL"), ("(use-value 1)", "NIL"), ("(store-value 1)", "NIL"), ("(break)", "NIL"), ("(warn \"x\")", "NIL"),
            ("(signal \"x\")", "NIL"), ("(listen)", "NIL"), ("(clear-input)", "NIL"), ("(find-restart 'continue)", "NIL"),
            ("(progn (print 1) (terpri) (format *error-output* \"x\") 3)", "3"), ("(read-line *standard-input* nil 4)", "4"),
            ("(restart-case (continue) (continue () 5))", "5"), ("(handler-case (error \"x\") (error () (continue) 6))", "6"),
            ("(handler-bind ((error #'continue)) (cerror \"go on\" \"x\"))", "NIL"), ("(ignore-errors (error \"x\"))", "NIL"),
            ("(progn (defun helper () 7) (defun helper () 8) (helper))", "8"), ("(progn (in-package :keyword) 9)", "9"),
            ("(with-simple-restart (abort \"x\") (abort))", "NIL"), ("(progn (setf *standard-output* (make-broadcast-stream)) 10)", "10"),
        ]:
            self.trial.write("repl.lisp", "(defun p (board colors SCSA last-response) (if last-response %s (list %s)))" % (all_a, form))
            guesses = self.trial.play("repl.lisp", rounds=1, limit=2, secrets=["FFFF"])[1]
            self.assertEqual(guesses, [["(%s)" % value]], form)
        for form, end in [
            ("(abort)", "the player called (abort)"), ("(read)", "end of file on #<CONCATENATED-STREAM :STREAMS NIL>"),
            ("(muffle-warning)", "No restart MUFFLE-WARNING is active."), ("(cerror \"go on\" \"bad\")", "simple-error: bad"),
            ("(load \"n.lisp\")", "Couldn't load \"n.lisp\": file does not exist."), ("(assert nil)", "The assertion NIL failed."),
        ]:
            self.trial.write("repl.lisp", "(defun p (board colors SCSA last-response) %s)" % form)
            code, last = self.trial.fault("repl.lisp")
            self.assertEqual((code, last), (1, last if end + " (repl.lisp, line 1, in (defun p …))" in last else end))
        self.trial.write("repl.lisp", "(continue)\n(print (continue))\n(break)\n" + ZEBRA)
        self.assertEqual(self.trial.play("repl.lisp", rounds=1, limit=1, secrets=["AAAA"])[0], ["win"])
        self.trial.write("repl.lisp", ZEBRA + "(abort)\n")
        self.assertEqual(self.trial.fault("repl.lisp")[1], "the player called (abort) (repl.lisp, line 2, in (abort))")

    def test_state_stays_and_a_fresh_process_follows_a_failure(self):
        outcomes, guesses, _ = self.trial.play("faults.lisp", "remembers", rounds=5, limit=2, secrets=["FFFF"] * 5)
        self.assertEqual(outcomes, ["loss-guesses", "loss-guesses", "exception", "loss-guesses", "loss-guesses"])
        self.assertEqual([game[0] for game in guesses if game], ["AAAA", "BBBB", "AAAA", "BBBB"])

    def test_wrong_commands(self):
        self.trial.write("none.lisp", "(defun zebra (stripes) stripes)\n")
        self.trial.write("one.lisp", ZEBRA)
        self.trial.write("two.lisp", ZEBRA + ZEBRA.replace("zebra", "horse"))
        for arguments, line in [
            (["missing.lisp", "zebra"], "missing.lisp: no such file"),
            (["none.lisp"], "none.lisp: it has no function of (board colors SCSA last-response)"),
            (["one.lisp", "horse"], "one.lisp has no function horse; it has zebra"),
            (["two.lisp"], "two.lisp has several players: horse, zebra. Name one, as in two.lisp#horse"),
        ]:
            self.assertEqual(self.trial.fault(*arguments), (2, line))

    def test_errors_while_loading(self):
        for text, line in [
            ("(defvar *a* (no-such-function))", "undefined-function: The function NO-SUCH-FUNCTION is undefined. "
             "(bad.lisp, line 1, in (defvar *a* …))"),
            ("(if (eql SCSA 'ab-color) 1 2)", "unbound-variable: The variable SCSA is unbound. (bad.lisp, line 1, in (if … …))"),
            ("(sb-ext:exit)", "the player ended the program (bad.lisp, line 1, in (exit))"),
        ]:
            self.trial.write("bad.lisp", text)
            code, last = self.trial.fault("bad.lisp", "zebra")
            self.assertEqual((code, last.lower()), (1, (line).lower()))
        self.trial.write("bad.lisp", ZEBRA + "(defun open (a)")
        code, last = self.trial.fault("bad.lisp", "zebra")
        self.assertEqual(code, 1)
        self.assertIn("perhaps for want of a parenthesis", last)
        self.assertIn("(bad.lisp, line 2, in a form)", last)

    def test_files_of_many_kinds_load(self):
        self.trial.write("part.lisp", "(defun part () 'b)\n")
        engine = """
            (defclass game () ((board :initarg :board :initform 0 :accessor board)))
            (defvar *Mastermind* (make-instance 'game))
            (defmethod valid-guess ((self game) guess) (listp guess))
            (defun play-tournament (a b c d) (list a b c d))
            (defmethod respond-to-guess ((self game) guess i) (list guess i))
        """
        for text in [
            ZEBRA,
            "(in-package :cl-user)\n" + ZEBRA,
            "(defpackage :stable (:use :cl))\n(in-package :stable)\n" + ZEBRA,
            "(load \"part.lisp\")\n(part)\n" + ZEBRA,
            "(play-tournament *Mastermind* 'zebra 'insert-colors 25)\n" + ZEBRA,
            "(setf word 1 var 2 arg 3)\n(defun word (a) a)\n(defun quit (a) a)\n(defun unused (a b) 1)\n" + ZEBRA,
            "(break)\n(warn \"of something\")\n(defconstant +a+ '(1))\n(defun two (x) (declare (type integer x)) (car x))\n" + ZEBRA,
            engine + ZEBRA,
            "; Ä ö \u2014\n" + ZEBRA,
        ]:
            self.trial.write("one.lisp", text)
            outcomes, guesses, errors = self.trial.play("one.lisp", "zebra", rounds=1, limit=1, secrets=["FFFF"])
            self.assertEqual(guesses, [["AAAA"]], text + errors)

    def test_lines_that_are_not_of_the_protocol(self):
        for line in ["turn 1", "guess", "match 4", "", "match x 6 repeats 100 5 insert-colors rule",
                     "match 4 6 100 5 insert-colors rule"]:
            process = driver.Process(trials.LISP + ["faults.lisp", "changes"], self.trial.folder)
            process.expect("hello 2", ["hello", "2"], driver.PATIENCE)
            with self.assertRaises(driver.Fault):
                process.ask(line, driver.PATIENCE)
            self.assertEqual(process.end()[0], 3, line)


if __name__ == "__main__":
    unittest.main()
