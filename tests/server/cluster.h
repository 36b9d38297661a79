// A PostgreSQL of the tests' own, in a folder that is gone when the tests are over, however they end.
#pragma once

#include <string>

namespace tavola::tests {

class Cluster {
  public:
    /// The one of this program, started when it is first asked for.
    static Cluster& instance();

    /// Makes a database that was not there before, and returns its address.
    std::string make_database();
    /// The folder of its socket; and an address as it is through another socket.
    const std::string& folder() const { return folder_; }
    std::string through(const std::string& address, const std::string& folder) const {
        return address.substr(0, address.size() - folder_.size()) + folder;
    }
    void stop() { order("stop"); }
    void crash() { order("crash"); }
    void start() { order("start"); }
    /// Ends, as `kill -9` does, the processes that serve our connections, which makes PostgreSQL recover.
    void kill_sessions();

    ~Cluster();
    Cluster(const Cluster&) = delete;
    Cluster& operator=(const Cluster&) = delete;

  private:
    Cluster();
    void order(const std::string& text);
    std::string read_line();
    std::string address(const std::string& database) const;

    int input_ = -1, output_ = -1;
    int process_ = -1;
    int made_ = 0;
    std::string folder_;
};

}  // namespace tavola::tests
