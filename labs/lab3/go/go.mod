module lab3

go 1.27.0
