;;;; Guesses random consistent codes. It uses the engine of the course, prints, and has globals without DEFVAR.

(defun all-codes (board colors)
  (if (= board 0)
      (list nil)
      (loop for code in (all-codes (1- board) colors)
            append (loop for color in colors collect (cons color code)))))

(defmethod twin ((self game))
  (make-instance 'game :board (board self) :colors (colors self) :number-of-colors (number-of-colors self)))

(defun consistent (board colors SCSA last-response)
  (cond ((null last-response)
         (setf *left* (all-codes board colors)))
        (t
         (setf *left* (loop with game = (twin *Mastermind*)
                            for code in *left*
                            do (setf (answer game) code)
                            when (equal (process-guess game *last*) (firstn 2 last-response))
                              collect code))))
  (setf *last* (random-chooser *left*))
  (format t "~%against ~a I guess " SCSA)
  (print *last*))
