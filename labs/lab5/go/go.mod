module lab5

go 1.27.0
