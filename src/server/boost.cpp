// The parts of Asio and Beast that need compiling only once.
#include <boost/asio/impl/src.hpp>
#include <boost/beast/src.hpp>
