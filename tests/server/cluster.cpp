#include "cluster.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <pqxx/pqxx>
#include <stdexcept>

namespace tavola::tests {

Cluster& Cluster::instance() {
    static Cluster cluster;
    return cluster;
}

Cluster::Cluster() {
    int to[2], from[2];
    if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, to[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, from[1], STDOUT_FILENO);
    std::string script = TAVOLA_TEST_SERVER "/cluster.sh";
    char* arguments[] = {script.data(), nullptr};
    const int fault = posix_spawn(&process_, script.c_str(), &files, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    close(to[0]);
    close(from[1]);
    input_ = to[1];
    output_ = from[0];
    if (fault != 0) throw std::runtime_error("cannot run " + script);
    folder_ = read_line();
}

Cluster::~Cluster() {
    close(input_);
    waitpid(process_, nullptr, 0);
    close(output_);
}

std::string Cluster::read_line() {
    std::string line;
    for (char letter = 0; read(output_, &letter, 1) == 1; line += letter)
        if (letter == '\n') return line;
    throw std::runtime_error("PostgreSQL did not do what it should");
}

void Cluster::order(const std::string& text) {
    const std::string line = text + '\n';
    if (write(input_, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
        throw std::runtime_error("PostgreSQL is gone");
    if (read_line() != "done") throw std::runtime_error("PostgreSQL did not do what it should");
}

std::string Cluster::address(const std::string& database) const {
    return "postgres://tavola@/" + database + "?host=" + folder_;
}

std::string Cluster::make_database() {
    const std::string name = "house" + std::to_string(++made_);
    pqxx::connection connection(address("postgres"));
    pqxx::nontransaction(connection).exec("CREATE DATABASE " + name);
    return address(name);
}

void Cluster::kill_sessions() {
    pqxx::connection connection(address("postgres"));
    const auto rows =
        pqxx::nontransaction(connection).exec("SELECT pid FROM pg_stat_activity WHERE application_name = 'tavola'");
    for (const auto& row : rows) kill(row[0].as<int>(), SIGKILL);
}

}  // namespace tavola::tests
