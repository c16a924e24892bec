;;;; The functions of the course's engine that players call, written for the bridge. A file of a player may redefine any of them.
;;;; A code is a list of colors, a color is a symbol A … Z with TT in the place of T.

(in-package :common-lisp-user)

(declaim (sb-ext:muffle-conditions sb-ext:compiler-note))

(defmacro arena-bridge::define (name parameters &body body)
  "Defines a function and marks it as one of the engine."
  `(progn
     (setf (get ',name 'arena-bridge::supplied) t)
     (defun ,name ,parameters ,@body)))

(defvar arena-bridge::*colors* '(a b c d e f g h i j k l m n o p q r s tt u v w x y z))

(defvar *sample-codes* '()
  "Sample codes of the codemaker, if players get any. The engine of the course has no such variable.")

(defvar *repeats-allowed* t
  "Whether a color may come twice in a code. The engine of the course has no such variable.")

;;; Lists

(arena-bridge::define random-chooser (list)
  (elt list (random (length list))))

(arena-bridge::define choose-n-random (n list)
  "N different elements, in random order. The symbol ERROR if the list has fewer."
  (if (> n (length list))
      (print 'error)
      (let ((pool (coerce list 'vector)))
        (loop for i below n
              do (rotatef (aref pool i) (aref pool (+ i (random (- (length pool) i)))))
              collect (aref pool i)))))

(arena-bridge::define firstn (number list)
  (subseq list 0 (min number (length list))))

(macrolet ((define-spot ()
             `(arena-bridge::define spot (color)
                "The index of a color: A is 0. NIL of anything else."
                (case color
                  ,@(loop for color in arena-bridge::*colors* for index from 0 collect (list color index))))))
  (define-spot))

;;; The game

(defclass game ()
  ((board :initarg :board :initform 0 :accessor board)
   (colors :initarg :colors :initform (copy-list arena-bridge::*colors*) :accessor colors)
   (number-of-colors :initarg :number-of-colors :initform 0 :accessor number-of-colors)
   (answer :initarg :answer :initform nil :accessor answer)
   (scsa :initarg :scsa :initform nil :accessor scsa)
   (guesses :initarg :guesses :initform 0 :accessor guesses)
   (game-cutoff :initarg :game-cutoff :initform 100 :accessor game-cutoff)))

(defvar *mastermind* (make-instance 'game))

(arena-bridge::define mastermind (pegs hues scsa)
  "Makes *MASTERMIND* a game of that size."
  (when (and (typep pegs '(integer 1)) (typep hues '(integer 1 26)))
    (setf *mastermind*
          (make-instance 'game :board pegs :number-of-colors hues :scsa scsa :colors (firstn hues arena-bridge::*colors*)))))

(arena-bridge::define valid-guess (self guess)
  (and (listp guess)
       (= (length guess) (board self))
       (every (lambda (peg) (member peg (colors self))) guess)
       (or *repeats-allowed* (equal guess (remove-duplicates guess)))))

(arena-bridge::define color-counter (self list)
  "An array with the number of pegs of each color."
  (let ((counts (make-array (number-of-colors self) :initial-element 0)))
    (dolist (peg list counts)
      (incf (aref counts (spot peg))))))

(arena-bridge::define process-guess (self guess)
  "(exact other) of the guess, if the game has an answer."
  (let ((exact (loop for peg in guess
                     for other in (answer self)
                     count (eq peg other)))
        (common (loop for guessed across (the simple-vector (color-counter self guess))
                      for answered across (the simple-vector (color-counter self (answer self)))
                      sum (min guessed answered))))
    (list exact (- common exact))))

(arena-bridge::define respond-to-guess (self guess number)
  "(win number), (exact other number), or NIL for an illegal guess."
  (when (valid-guess self guess)
    (let ((score (process-guess self guess)))
      (if (= (first score) (board self))
          (list 'win number)
          (append score (list number))))))

(arena-bridge::define play-tournament (&rest arguments)
  (declare (ignore arguments))
  (arena-bridge::message "a tournament that the player's file starts is not played")
  (list 0 0 0))

(arena-bridge::define play-round (&rest arguments)
  (declare (ignore arguments))
  (arena-bridge::message "a round that the player's file starts is not played")
  nil)

(arena-bridge::define scoring-function (list)
  "Five points for the first element, less two for the third."
  (- (* 5 (first list)) (* 2 (third list))))

;;; SCSAs

(arena-bridge::define scsa-sampler (number scsa pegs colors)
  "That many codes of an SCSA; COLORS is a number."
  (loop repeat number
        collect (funcall scsa pegs (firstn colors arena-bridge::*colors*))))

(defun arena-bridge::fits (length most)
  "Whether a rule makes codes of the game: they have a color twice if they are longer than MOST."
  (or *repeats-allowed* (<= length most)))

(defun arena-bridge::of-palette (length palette)
  "A code of these colors, or NIL if they are too few."
  (when (arena-bridge::fits length (length palette))
    (if *repeats-allowed*
        (loop repeat length collect (random-chooser palette))
        (choose-n-random length palette))))

(defun arena-bridge::cycle (length palette)
  (when (arena-bridge::fits length (length palette))
    (loop for i below length collect (nth (mod i (length palette)) palette))))

(arena-bridge::define insert-colors (length colors)
  (arena-bridge::of-palette length colors))

(arena-bridge::define two-color (length colors)
  (arena-bridge::of-palette length (choose-n-random 2 colors)))

(arena-bridge::define ab-color (length colors)
  (declare (ignore colors))
  (arena-bridge::of-palette length '(a b)))

(arena-bridge::define two-color-alternating (length colors)
  (arena-bridge::cycle length (choose-n-random 2 colors)))

(arena-bridge::define only-once (length colors)
  "NIL if there are fewer colors than pegs."
  (when (<= length (length colors))
    (choose-n-random length colors)))

(arena-bridge::define first-and-last (length colors)
  (when (arena-bridge::fits length 1)
    (let ((code (arena-bridge::of-palette length colors)))
      (append (butlast code) (list (first code))))))

(arena-bridge::define usually-fewer (length colors)
  (when (arena-bridge::fits length 2)
    (arena-bridge::of-palette
     length (if (< (random 100) 90) (choose-n-random (min (+ 2 (random 2)) (length colors)) colors) colors))))

(arena-bridge::define prefer-fewer (length colors)
  (let* ((draw (random 100))
         (bounds '(50 75 88 96 99))
         (count (1+ (or (position-if (lambda (bound) (< draw bound)) bounds) 5)))
         (all (length colors)))
    (when (and (= count 6) (> all 6))
      (setf count (+ 6 (random (- all 5)))))
    (when (arena-bridge::fits length 1)
      (arena-bridge::of-palette length (choose-n-random (min count all) colors)))))

;;; Ending

(arena-bridge::define quit (&rest arguments)
  (declare (ignore arguments))
  (arena-bridge::on-exit))

(arena-bridge::define exit (&rest arguments)
  (declare (ignore arguments))
  (arena-bridge::on-exit))
