// Turns `tavola tables --json` into the tables of docs/results.md:
//
//     ./tavola tables --json | node scripts/results.mjs
import { readFileSync } from "node:fs";

const { tables } = JSON.parse(readFileSync(0, "utf8"));
const number = (n) => n.toLocaleString("en");
const total = (sectors, part) => sectors.reduce((sum, sector) => sum + part(sector), 0);
const row = (cells) => console.log(`| ${cells.join(" | ")} |`);
const all = (tally) => tally.won + tally.drawn + tally.lost;

for (const { game, rules, sectors } of tables) {
  if (!sectors.every((sector) => sector.classes)) {
    // Where dice decide: chances.
    console.log(`\n## \`${game}\`, ${rules === "-" ? "usual rules" : `\`${rules}\``}\n`);
    row(["horses to run", "positions", "bytes a slot", "checksum"]);
    row(["---", "---:", "---:", "---"]);
    for (const { sector, slots, bytesPerSlot, checksum } of sectors)
      row([sector, number(slots), bytesPerSlot.toFixed(3), `\`${checksum}\``]);
    continue;
  }
  const classes = total(sectors, (sector) => all(sector.classes));
  const bytes = total(sectors, (sector) => sector.bytes);
  const longest = sectors.reduce((a, b) => (b.longestWin > a.longestWin ? b : a));
  console.log(`\n## \`${game}\`, ${rules === "-" ? "usual rules" : `\`${rules}\``}\n`);
  console.log(
    `${number(sectors.length)} sectors, ${number(classes)} classes of ` +
      `${number(total(sectors, (sector) => all(sector.positions)))} positions, ${number(bytes)} bytes on disk ` +
      `(${(bytes / classes).toFixed(3)} a class). The longest win takes ${longest.longestWin} plies, in ` +
      `${longest.sector}.\n`,
  );
  // Where there are very many sectors, their sum must do.
  const listed = sectors.length <= 130 ? sectors : [];
  const sum = (tally) => ["won", "drawn", "lost"].map((key) => total(sectors, (sector) => sector[tally][key]));
  if (listed.length === 0) {
    const [won, drawn, lost] = sum("positions").map(number);
    console.log(`The player to move wins ${won} of these positions, draws ${drawn} and loses ${lost}.`);
    continue;
  }
  row(["sector", "classes won", "drawn", "lost", "positions won", "drawn", "lost", "longest win", "bytes a slot", "checksum"]);
  row(["---", ...Array(8).fill("---:"), "---"]);
  for (const { sector, classes: c, positions: p, longestWin, bytesPerSlot, checksum } of listed)
    row([
      sector, number(c.won), number(c.drawn), number(c.lost), number(p.won), number(p.drawn), number(p.lost),
      longestWin, bytesPerSlot.toFixed(3), `\`${checksum}\``,
    ]);
}
