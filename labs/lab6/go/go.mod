module lab6

go 1.27.0
