(with-open-file (file "x" :direction :output) (write-string (reverse "DEBB") file))
(gc :full t)
(with-open-file (file "x") (write-line (read-line file)))
