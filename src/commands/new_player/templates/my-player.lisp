;;;; my-player draws random codes until one is consistent with all turns.

(defvar *turns* nil "The turns of this round: lists of a guess and its feedback, the last one first.")
(defvar *guess* nil "The last guess.")

;;; The codes drawn for a guess. It limits the work, not the time, so that a seed gives the same games on every machine.
(defconstant +most-draws+ 20000)

(defun feedback (guess secret)
  "The feedback of a guess: a list of the black pegs (right place) and the white pegs (right color, wrong place)."
  (let ((black (count t (mapcar #'eq guess secret)))
        (common (loop for color in (remove-duplicates guess)
                      sum (min (count color guess) (count color secret)))))
    (list black (- common black))))

(defun is-consistent (code)
  "Whether a code could be the secret."
  (loop for (guess answer) in *turns*
        always (equal (feedback guess code) answer)))

;;; Change this function. BOARD is the number of pegs, COLORS a list such as (A B C D E F), SCSA the name of the codemaker, and
;;; LAST-RESPONSE is NIL at the beginning of a round, then (exact other guesses-so-far). It returns the guess, a list of colors.
;;; INSERT-COLORS draws a code. Where *REPEATS-ALLOWED* is NIL, no color comes twice in it, and none may come twice in a guess.
(defun my-player (board colors SCSA last-response)
  (declare (ignore SCSA))
  (if (null last-response)
      (setf *turns* nil)
      (push (list *guess* (list (first last-response) (second last-response))) *turns*))
  (loop repeat +most-draws+
        do (setf *guess* (insert-colors board colors))
        until (is-consistent *guess*))
  *guess*)
