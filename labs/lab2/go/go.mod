module lab2

go 1.27.0
