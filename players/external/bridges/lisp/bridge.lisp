;;;; Lets a Lisp player of the course play by the line protocol of external players.
;;;;
;;;;     sbcl --noinform --disable-ldb --dynamic-space-size 1200MB --control-stack-size 64MB --no-sysinit --no-userinit
;;;;          --disable-debugger --load bridge.lisp --eval "(arena-bridge:main)" --end-toplevel-options FILE.lisp [FUNCTION]
;;;;
;;;; The protocol is spoken on the standard input and output that the process was started with. The player does not see them: its
;;;; standard output is standard error, and its standard input is empty. engine.lisp, in the same folder, has the functions of the
;;;; course's engine that players call.
;;;;
;;;; Exit codes: 0 after `bye` or the end of the input; 1 the player failed (an error, or a call of quit); 2 the command is wrong
;;;; (no such file or function); 3 a line of the tournament is not of the protocol. The last line on standard error says which, and so
;;;; does the answer `exception`.

(defpackage :arena-bridge
  (:use :common-lisp)
  (:export #:main))

;; CL-USER has the standard symbols only. SBCL's default would let players clash with its extensions: VAR, ARG, WORD, …
(dolist (used (package-use-list :common-lisp-user))
  (unless (eq used (find-package :common-lisp))
    (unuse-package used :common-lisp-user)))

(in-package :arena-bridge)

(declaim (sb-ext:muffle-conditions sb-ext:compiler-note))

(defconstant +player-failed+ 1)
(defconstant +wrong-command+ 2)
(defconstant +wrong-protocol+ 3)

(defvar *input* nil "Lines of the tournament.")
(defvar *output* nil "Lines to the tournament.")
(defvar *errors* nil "Standard error, whatever the player does to its streams.")
(defvar *file* nil "The file of the player.")
(defvar *printed* '() "Messages that are printed once.")
(defvar *exiting* nil "Whether the process ends because the bridge says so.")
(defvar *called* nil "The function of the player.")
(defvar *form* nil "The form that is loaded, as text, and its line; NIL after loading.")
(defvar *lines* '() "The functions of the player with the lines of their definitions.")
(defvar *home* nil "The package of the player's function, to which the colors belong.")

(defvar *letters* '("A" "B" "C" "D" "E" "F" "G" "H" "I" "J" "K" "L" "M" "N" "O" "P" "Q" "R" "S" "TT" "U" "V" "W" "X" "Y" "Z")
  "The names of the colors. T is not a symbol that can be a color.")

;;; Ending

(defun message (control &rest arguments)
  (ignore-errors
    (finish-output *standard-output*))
  (ignore-errors
    (let ((*print-pretty* nil) (*print-length* 40) (*print-level* 6) (*print-circle* t) (*print-readably* nil))
      (format *errors* "~&~?~%" control arguments)
      (finish-output *errors*))))

(defun message-once (text)
  (unless (member text *printed* :test #'string=)
    (push text *printed*)
    (message "~a" text)))

(defun answer (&rest strings)
  (dolist (string strings)
    (write-string string *output*))
  (write-char #\Newline *output*)
  (finish-output *output*))

(defun same-in-every-run (text)
  "The text without the addresses of objects."
  (loop for start = (search " {" text)
        for end = (and start (position #\} text :start start))
        while (and end (loop for i from (+ start 2) below end always (digit-char-p (char text i) 16)))
        do (setf text (concatenate 'string (subseq text 0 start) (subseq text (1+ end))))
        finally (return text)))

(defun stop (code &optional control &rest arguments)
  "Ends the process. If it gives a reason, it tells the tournament and people."
  (setf *exiting* t)
  (when control
    (let ((text (or (ignore-errors (same-in-every-run (apply #'format nil control arguments)))
                    "the player failed")))
      (message "~a" text)
      (ignore-errors (answer "exception " text))))
  (ignore-errors (finish-output *standard-output*))
  (ignore-errors (finish-output *errors*))
  (sb-ext:exit :code code :abort t))

(defun without (part text)
  "The text without a part of it."
  (loop for place = (search part text)
        while place
        do (setf text (concatenate 'string (subseq text 0 place) (subseq text (+ place (length part)))))
        finally (return text)))

(defun flat (text)
  "The text in one line of at most 200 characters."
  (let ((flat (substitute-if #\Space (lambda (letter) (member letter '(#\Newline #\Tab #\Return)))
                             (same-in-every-run (without "COMMON-LISP-USER::" text)))))
    (if (<= (length flat) 200)
        flat
        (concatenate 'string (subseq flat 0 200) "…"))))

(defun one-line (condition)
  (let* ((text (or (ignore-errors (let ((*print-pretty* nil) (*print-length* 10) (*print-circle* t)) (princ-to-string condition)))
                   "an error whose text cannot be printed"))
         ;; The stream of the file, as SBCL prints it.
         (start (search "#<SB-SYS:FD-STREAM" text))
         (end (and start (position #\> text :start start))))
    (flat (if end (concatenate 'string (subseq text 0 start) *file* (subseq text (1+ end))) text))))

(defun call-internal (package name &rest arguments)
  "Calls a function of SBCL that is not a documented interface. An error if this version has none of that name."
  (apply (find-symbol name package) arguments))

(defun show-backtrace ()
  "Prints the innermost functions of the player, and returns the first of them. Those of the Lisp system and of the bridge are left out."
  (let ((shown 0) (first nil) (*print-pretty* nil) (*print-length* 8) (*print-level* 3) (*print-circle* t))
    (ignore-errors
      (call-internal
       "SB-DEBUG" "MAP-BACKTRACE"
       (lambda (frame)
         (let* ((name (call-internal "SB-DI" "DEBUG-FUN-NAME" (call-internal "SB-DI" "FRAME-DEBUG-FUN" frame)))
                (symbol (if (consp name) (find-if #'symbolp (reverse name)) name)))
           (when (and (symbolp symbol) symbol (< shown 12)
                      (member (symbol-package symbol) (list (find-package :common-lisp-user) *home*)))
             (incf shown)
             (unless first
               (setf first symbol))
             (format *errors* "~&    in ~a~%" name))))))
    first))

(defun place-of (function)
  "The place of a failure in that function of the player, or in the form that is loaded: file, line and form."
  (let* ((function (if (assoc function *lines*) function *called*))
         (line (or (second *form*) (cdr (assoc function *lines*)))))
    (if line
        (format nil " (~a, line ~a, in ~a)" *file* line (or (first *form*) (format nil "(defun ~(~a~) …)" function)))
        "")))

(defun fail (condition)
  (let ((shared (sb-ext:posix-getenv "ARENA_SHARED_FOLDER")))
    (stop +player-failed+ "~a: ~a~a~@[; ~a~]"
          (if (and *form* (typep condition '(or end-of-file sb-int:simple-reader-error)))
              "a form cannot be read, perhaps for want of a parenthesis"
              (string-downcase (princ-to-string (type-of condition))))
          (one-line condition)
          (place-of (show-backtrace))
          (and shared (typep condition 'file-error) shared))))

(defun on-debugger (condition hook)
  "Called in place of the debugger: an error ends the process, (break) does not."
  (declare (ignore hook))
  (let ((continue (find-restart 'continue condition)))
    (cond ((and continue (not (typep condition 'serious-condition)))
           (message-once "(break) is ignored: there is no one to answer")
           (invoke-restart continue))
          ;; A file that has the engine of the course redefines functions of engine.lisp as methods.
          ((and continue (search "already names an ordinary function" (one-line condition)))
           (invoke-restart continue))
          (t (fail condition)))))

(defun on-exit ()
  (unless *exiting*
    (stop +player-failed+ "the player ended the program~a" (place-of nil))))

(defun wrong-command (control &rest arguments)
  (apply #'stop +wrong-command+ control arguments))

(defun wrong-line (line)
  (stop +wrong-protocol+ "a line that is not of the protocol: ~a" line))

;;; Streams

(defun move-streams ()
  "Keeps the pipes of the protocol for the bridge. The player's standard output becomes standard error, its input is empty."
  (flet ((duplicate (descriptor)
           (sb-alien:alien-funcall (sb-alien:extern-alien "dup" (function sb-alien:int sb-alien:int)) descriptor))
         (replace-descriptor (old new)
           (sb-alien:alien-funcall
            (sb-alien:extern-alien "dup2" (function sb-alien:int sb-alien:int sb-alien:int)) old new))
         (stream-on (descriptor &rest options)
           (apply #'sb-sys:make-fd-stream descriptor :external-format '(:utf-8 :replacement #\?) options)))
    (setf *input* (stream-on (duplicate 0) :input t :buffering :full)
          *output* (stream-on (duplicate 1) :output t :buffering :full)
          *errors* (stream-on (duplicate 2) :output t :buffering :full))
    (with-open-file (nothing "/dev/null")
      (replace-descriptor (sb-sys:fd-stream-fd nothing) 0))
    (replace-descriptor 2 1)
    (let* ((output (stream-on 1 :output t :buffering :line))
           (both (make-two-way-stream (make-concatenated-stream) output)))
      (setf *standard-output* output
            *error-output* output
            *trace-output* output
            *standard-input* (make-concatenated-stream)
            *terminal-io* both
            *query-io* both
            *debug-io* both))))

(defun words (line)
  (loop with start = 0
        for end = (position #\Space line :start start)
        unless (eql start (or end (length line)))
          collect (subseq line start end)
        while end
        do (setf start (1+ end))))

(defun read-words ()
  "The words of the next line, or NIL at the end of the input."
  (let ((line (read-line *input* nil nil)))
    (when line
      (or (words line) (wrong-line "an empty line")))))

(defun number-of (word line)
  (or (and word (parse-integer word :junk-allowed t))
      (wrong-line (format nil "~{~a~^ ~}" line))))

;;; Loading

(defun quiet-warning (warning)
  "Warnings do not end a player. Only those that point to a mistake are printed."
  (unless (typep warning 'style-warning)
    (message-once (format nil "warning: ~a" (one-line warning))))
  (muffle-warning warning))

(defun call-quietly (function)
  (handler-bind ((warning #'quiet-warning)
                 (sb-ext:compiler-note #'muffle-warning))
    (with-compilation-unit (:override t)
      (let ((*error-output* (make-broadcast-stream)))  ; the compiler's summaries
        (funcall function)))))

(defun lines-between (file start end)
  "The ends of lines in a part of a file, which is given in bytes."
  (with-open-file (stream file :element-type '(unsigned-byte 8))
    (file-position stream start)
    (loop repeat (- end start) count (eql (read-byte stream nil) 10))))

(defun text-of (form)
  "The beginning of a form: (defun name …)."
  (if (and (consp form) (consp (cdr form)))
      (format nil "(~(~a ~a~) …)" (if (atom (car form)) (car form) "…") (if (atom (cadr form)) (cadr form) "…"))
      (flat (string-downcase (princ-to-string form)))))

(defun load-player (file)
  "Evaluates the forms of the file in CL-USER. Returns the package at the end of the file."
  (let* ((*package* (find-package :common-lisp-user))
         (*readtable* (copy-readtable))
         (*load-truename* (truename (sb-ext:native-pathname file)))
         (*load-pathname* *load-truename*))
    (with-open-file (stream *load-truename* :external-format '(:utf-8 :replacement #\?))
      (call-quietly
       (lambda ()
         (loop with line = 1 and place = 0
               for start = (progn (peek-char t stream nil) (file-position stream))
           do
           (incf line (lines-between *load-truename* place start))
           (setf place start
                 *form* (list "a form" line))
           (let ((form (read stream nil stream)))
             (when (eq form stream)
               (return))
             (setf *form* (list (text-of form) line))
             (when (and (consp form) (eq (car form) 'defun) (consp (cdr form)))
               (push (cons (second form) line) *lines*))
             ;; As `load` does: a form that calls (continue) is left there.
             (with-simple-restart (continue "Go on with the next form.")
               (eval form)))))))
    (setf *form* nil)
    *package*))

(defun parameters-of (function)
  (call-internal "SB-KERNEL" "%FUN-LAMBDA-LIST" (call-internal "SB-KERNEL" "%FUN-FUN" function)))

(defun plays-p (symbol)
  "Whether the symbol names a function of the file that takes the arguments of a player."
  (and (fboundp symbol)
       (not (macro-function symbol))
       (not (get symbol 'supplied))
       (let ((parameters (ignore-errors (parameters-of (fdefinition symbol)))))
         (and (= (length parameters) 4)
              (search "RESPONSE" (string (fourth parameters)))))))

(defun players-of (package)
  (let ((found '()))
    (do-symbols (symbol package)
      (when (and (eq (symbol-package symbol) package) (plays-p symbol))
        (push symbol found)))
    (sort found #'string<)))

(defun plain-name (name)
  "The name as the reader would read it: in upper case, without a package and a quote."
  (let ((name (subseq name (let ((colon (position #\: name :from-end t))) (if colon (1+ colon) 0)))))
    (string-upcase (string-left-trim "'" name))))

(defun find-player (file name package)
  (let* ((user (find-package :common-lisp-user))
         (players (remove-duplicates (append (players-of package) (players-of user))))
         (others (format nil "~:[it has no function of (board colors SCSA last-response)~;it has ~:*~{~(~a~)~^, ~}~]" players)))
    (cond ((and name (plusp (length name)))
           (or (loop for place in (list package user)
                     for symbol = (or (find-symbol (plain-name name) place) (find-symbol name place))
                     when (and symbol (fboundp symbol) (not (macro-function symbol)))
                       return symbol)
               (wrong-command "~a has no function ~a; ~a" file name others)))
          ((= (length players) 1) (first players))
          (players (wrong-command "~a has several players: ~{~(~a~)~^, ~}. Name one, as in ~a#~(~a~)"
                                  file players file (first players)))
          (t (wrong-command "~a: ~a" file others)))))

;;; Playing

(defun symbol-of-scsa (name)
  "The symbol for a codemaker: its name without a year, and without what follows a colon."
  (let* ((base (string-upcase (subseq name 0 (position #\: name))))
         (end (- (length base) 5)))
    (when (and (plusp end) (member (subseq base end) '("-2019" "-2024") :test #'string=))
      (setf base (subseq base 0 end)))
    (intern base *home*)))

(defun letter-of (peg)
  "The letter of a peg: of a symbol, string or character A … Z or TT. NIL if it is none."
  (let ((name (typecase peg
                (null "")
                ((eql t) "")
                (symbol (symbol-name peg))
                (string peg)
                (character (string peg))
                (t ""))))
    (cond ((string= name "TT") #\T)
          ((and (= (length name) 1) (char<= #\A (char name 0) #\Z)) (char name 0)))))

(defun letters-of (guess)
  "The guess as a string of letters, or NIL if it is not a proper list, or a string, of colors."
  (typecase guess
    (null nil)
    (cons (let ((letters (loop for rest = guess then (cdr rest)
                               repeat 33
                               while (consp rest)
                               collect (letter-of (car rest))
                               finally (unless (or (null rest) (consp rest)) (return '(nil))))))
            (unless (or (member nil letters) (> (length letters) 32))
              (coerce letters 'string))))
    (string (unless (or (zerop (length guess)) (> (length guess) 32) (find-if-not #'letter-of guess))
              guess))))

(defun shown (object)
  "An object as Lisp prints it, whatever it is."
  (or (ignore-errors
        (let ((*print-pretty* nil) (*print-length* 12) (*print-level* 4) (*print-circle* t) (*print-readably* nil) (*print-base* 10)
              (*print-case* :upcase) (*print-array* t) (*print-lines* nil) (*print-escape* t) (*print-radix* nil))
          (flat (if (and (stringp object) (> (length object) 60))
                    (format nil "~s of length ~d" (concatenate 'string (subseq object 0 60) "…") (length object))
                    (prin1-to-string object)))))
      "an object that cannot be printed"))

(defun seed (digits)
  "Seeds the random numbers of the player by 32 hexadecimal digits."
  (let ((number (or (parse-integer digits :radix 16 :junk-allowed t) 0)))
    (setf *random-state*
          (sb-ext:seed-random-state
           (coerce (loop for shift from 0 below 128 by 32 collect (ldb (byte 32 shift) number))
                   '(simple-array (unsigned-byte 32) (*)))))))

(defun new-game (pegs colors scsa cutoff)
  "Sets *Mastermind*. The secret is not in it. A file may have a class GAME of its own, which may not allow that."
  (handler-case
      (progn
        (funcall (intern "MASTERMIND" :common-lisp-user) pegs colors scsa)
        (setf (slot-value (symbol-value (intern "*MASTERMIND*" :common-lisp-user)) (intern "GAME-CUTOFF" :common-lisp-user))
              cutoff))
    (error (condition)
      (message "*Mastermind* is not set: ~a" (one-line condition)))))

(defun read-samples (match)
  "Reads the sample codes that follow the line of the match, if there are any, into *SAMPLE-CODES*."
  (when (string= (eighth match) "samples")
    (setf (symbol-value (intern "*SAMPLE-CODES*" :common-lisp-user))
          (loop repeat (number-of (ninth match) match)
                for line = (read-words)
                while line
                unless (and (string= (first line) "sample") (second line))
                  do (wrong-line (format nil "~{~a~^ ~}" line))
                collect (map 'list (lambda (letter) (intern (nth (- (char-code letter) 65) *letters*) :common-lisp-user))
                             (second line))))))

(defun serve (file name)
  "Answers the lines of the tournament until it ends."
  (let ((player nil) (pegs 0) (colors '()) (scsa nil))
    (loop
      (let* ((line (read-words))
             (verb (first line)))
        (cond
          ((or (null line) (string= verb "bye")) (return))
          ((and (string= verb "turn") player)
           (let* ((turn (number-of (second line) line))
                  (response (unless (= turn 1)
                              (list (number-of (third line) line) (number-of (fourth line) line) (1- turn)))))
             (let ((guess (let ((*package* *home*))
                            (funcall player pegs (copy-list colors) scsa response))))
               (ignore-errors (finish-output *standard-output*))
               (let ((letters (letters-of guess)))
                 (answer (if letters "guess " "illegal ") (second line) " " (or letters (shown guess)))))))
          ((and (string= verb "round") player (third line))
           (seed (third line)))
          ((string= verb "end") (answer "ready"))
          ((string= verb "hello") (answer "hello 2"))
          ((string= verb "match")
           (when (or (< (length line) 8) (not (member (fourth line) '("repeats" "no-repeats") :test #'string=)))
             (wrong-line (format nil "~{~a~^ ~}" line)))
           (setf (symbol-value (intern "*REPEATS-ALLOWED*" :common-lisp-user)) (string= (fourth line) "repeats"))
           (read-samples line)
           (setf pegs (number-of (second line) line))
           (seed "0")
           (setf player (find-player file name (load-player file))
                 *called* player
                 *home* (symbol-package player)
                 colors (loop for letter in *letters* repeat (number-of (third line) line) collect (intern letter *home*))
                 scsa (symbol-of-scsa (seventh line)))
           (new-game pegs (length colors) scsa (number-of (fifth line) line))
           (answer "ready"))
          (t (wrong-line (format nil "~{~a~^ ~}" line))))))))

(defun main ()
  (let ((arguments (rest sb-ext:*posix-argv*)))  ; SBCL has removed its own options
    (move-streams)
    (setf sb-ext:*invoke-debugger-hook* #'on-debugger
          *home* (find-package :common-lisp-user))
    (push #'on-exit sb-ext:*exit-hooks*)
    (unless (<= 1 (length arguments) 2)
      (wrong-command "usage: sbcl … --load bridge.lisp --end-toplevel-options FILE.lisp [FUNCTION]"))
    (unless (probe-file (sb-ext:native-pathname (first arguments)))
      (wrong-command "~a: no such file" (first arguments)))
    ;; Without the restarts of SBCL's command line: in a REPL of a course (continue) returns NIL, where no error is handled.
    (progv (list (find-symbol "*RESTART-CLUSTERS*" "SB-KERNEL")) (list '())
      (restart-case
          (let ((*package* (find-package :common-lisp-user)))
            (setf *file* (let ((file (first arguments))) (if (eql (mismatch "./" file) 2) (subseq file 2) file)))
            (when (sb-ext:posix-getenv "ARENA_LOAD")
              (find-player (first arguments) (second arguments) (load-player (first arguments))))
            (serve (first arguments) (second arguments)))
        (abort () (stop +player-failed+ "the player called (abort)~a" (place-of nil)))))
    (stop 0)))

(load (merge-pathnames "engine.lisp" *load-truename*))
