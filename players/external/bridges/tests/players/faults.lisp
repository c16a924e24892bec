;;;; Players that do what a player should not do. The bridge must survive each, or end with a message.

(setf *rounds* 0)

(defun raises (board colors SCSA last-response)
  (declare (ignore SCSA))
  (if last-response
      (helper 'missing)
      (make-list board :initial-element (first colors))))

(defun helper (symbol)
  (1+ (aref (vector 1 2) (length (string symbol)))))

(defun calls-nothing (board colors SCSA last-response)
  (no-such-function board colors SCSA last-response))

(defun quits (board colors SCSA last-response)
  (quit))

(defun really-quits (board colors SCSA last-response)
  (sb-ext:exit :code 0))

(defun asks (board colors SCSA last-response)
  (print "Your guess?")
  (read))

(defun breaks (board colors SCSA last-response)
  (break)
  (break "of turn ~a" (third last-response))
  (make-list board :initial-element (nth (mod (or (third last-response) 0) (length colors)) colors)))

(defun recurses (board colors SCSA last-response)
  (+ 1 (recurses board colors SCSA last-response)))

(defun fills (board colors SCSA last-response)
  (loop collect (make-array 1000000)))

(defun grows (board colors SCSA last-response)
  (setf *kept* nil)
  (loop (push (list 1 2 3) *kept*)))

(defun changes (board colors SCSA last-response)
  (let ((guess (make-list board :initial-element (first colors))))
    (setf (first colors) 'zebra
          *print-base* 2
          *package* (find-package :keyword))
    guess))

(defun redefines (board colors SCSA last-response)
  (eval '(defun insert-colors (length colors) (make-list length :initial-element (second colors))))
  (eval '(defmethod process-guess ((self game) guess) (list 0 0)))
  (insert-colors board colors))

(defun odd (board colors SCSA last-response)
  "Guesses that are no lists of colors, one after the other, each in a round of its own."
  (declare (ignore board colors SCSA last-response))
  (let ((circular (list 'a 'b)))
    (setf (cddr circular) circular)
    (nth (1- (incf *rounds*))
         (list nil 'a 7 '(a b c . d) circular '(a a t a) '(a 1 a a) '("A" "a" "A" "A") "" "aabb" #(a a a a) '(|b| a a a)
               '(a a a) (make-list 10000 :initial-element 'a)))))

(defun lenient (board colors SCSA last-response)
  "Keywords, characters and strings are colors; a string is a guess."
  (declare (ignore colors SCSA))
  (nth (mod (or (third last-response) 0) 4)
       (list (make-list board :initial-element :b)
             (make-list board :initial-element #\C)
             (make-list board :initial-element "D")
             (make-string board :initial-element #\E))))

(defun letter-t (board colors SCSA last-response)
  (declare (ignore SCSA last-response))
  (make-list board :initial-element (nth 19 colors)))

(defun remembers (board colors SCSA last-response)
  "Its guess is the number of its round."
  (unless last-response
    (incf *rounds*))
  (when (and last-response (= *rounds* 3))
    (error "third round"))
  (make-list board :initial-element (nth (1- *rounds*) colors)))

(defun names (board colors SCSA last-response)
  (make-list board :initial-element (if (eq SCSA 'first-and-last) 'a 'b)))
