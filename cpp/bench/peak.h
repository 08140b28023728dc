// How fast this machine multiplies and adds float32 when nothing else limits it: the roof over every kernel
// here.
#pragma once

namespace bench {

// Runs `rounds` rounds of multiply-add on independent registers; the operations it did, to be divided by the
// time.
double multiply_add_in_registers(int rounds);

}  // namespace bench
