// Answers requests, a line each: the native build beside which the browser build is held.
#include <iostream>
#include <string>

#include "api/api.h"

int main() {
    tavola::api::Conversation conversation;
    for (std::string line; std::getline(std::cin, line);) std::cout << conversation.answer_text(line) << '\n';
}
