module lab4

go 1.27.0
