module lab1

go 1.27.0

require gokit v0.0.0

replace gokit => ../../gokit
