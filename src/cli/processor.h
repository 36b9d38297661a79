// Two programs are built: `tavola`, which runs on every x86-64 processor, and `tavola-x86-64-v3` beside it, the same with
// its core compiled for AVX2 and BMI2. The first becomes the second where the processor can, so whoever starts
// `tavola` gets the faster one without knowing.
//
// Two programs rather than two cores in one: inline functions and templates that are compiled both ways have the same
// name, and the linker would keep either one for both.
#pragma once

namespace tavola::cli {

/// Starts the faster program in place of this one with the same arguments. Returns if there is none, if the processor is
/// too old, or if TAVOLA_PROCESSOR=baseline asks for this one (for tests).
void use_faster_program(char** arguments) noexcept;

}  // namespace tavola::cli
