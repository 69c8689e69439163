// Words that nobody should see: typed without an echo at a terminal, or lines of standard input in a script.
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** One answer for each question; what is not said is empty. */
export async function askSecrets(questions: readonly string[]): Promise<string[]> {
  const isTyped = process.stdin.isTTY
  const say = (text: string) => void (isTyped && process.stderr.write(text))
  const silent = new Writable({ write: (_, __, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTyped })
  const answers: string[] = []
  const next = () => say(`${questions[answers.length]}: `)
  next()
  for await (const line of lines) {
    answers.push(line)
    say('\n')
    if (answers.length === questions.length) break
    next()
  }
  lines.close()
  return questions.map((_, index) => answers[index] ?? '')
}
