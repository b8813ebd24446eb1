module lab1

go 1.27.0
