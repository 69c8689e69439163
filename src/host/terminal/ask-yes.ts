// A question that only the word `yes`, typed by a person, answers.
import { createInterface } from 'node:readline/promises'

/** False at once where nobody can type. */
export async function askYes(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await terminal.question(`${question}\ntype yes to go on: `)).trim() === 'yes'
  } finally {
    terminal.close()
  }
}
