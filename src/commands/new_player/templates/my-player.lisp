;;;; my-player draws random codes until one agrees with all answers so far.

(defvar *turns* nil "The turns of this round: lists of a guess and its answer, the last one first.")
(defvar *guess* nil "The last guess.")

;;; The codes drawn for a guess. It limits the work, not the time, so that a seed gives the same games on every machine.
(defconstant +most-draws+ 1000)

(defun answer-to (guess secret)
  "The answer to a guess: a list of the exact pegs (right place) and the others (right color, wrong place)."
  (let ((exact (count t (mapcar #'eq guess secret)))
        (common (loop for color in (remove-duplicates guess)
                      sum (min (count color guess) (count color secret)))))
    (list exact (- common exact))))

(defun agrees (code)
  "Whether a code could be the secret, by the answers so far."
  (loop for (guess answer) in *turns*
        always (equal (answer-to guess code) answer)))

;;; Change this function. BOARD is the number of pegs, COLORS a list such as (A B C D E F), SCSA the name of the codemaker, and
;;; LAST-RESPONSE is NIL at the beginning of a round, then (exact other guesses-so-far). It returns the guess, a list of colors.
(defun my-player (board colors SCSA last-response)
  (declare (ignore SCSA))
  (if (null last-response)
      (setf *turns* nil)
      (push (list *guess* (list (first last-response) (second last-response))) *turns*))
  (loop repeat +most-draws+
        do (setf *guess* (loop repeat board collect (random-chooser colors)))
        until (agrees *guess*))
  *guess*)
