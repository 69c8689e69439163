// awk: a small language that can also write files and start programs. What is surely neither is free.
import { hasOption, mentions, optionValues, plainArgs, type Call, type Found } from '../program.ts'

const MORE: Found = { kind: 'unknown', note: 'its script may write files or start programs' }

/** `system()`, `"cmd" | getline`, `print | "sh"`, `print > "file"`, `@load`; `$1 > 5` only compares. */
const AWK_ACTS = /\bsystem\b|\bgetline\b|(^|[^|])\|([^|]|$)|\bprintf?\b[^;}\n]*>|@/

export function readAwk({ args }: Call): readonly Found[] {
  const isBrought = hasOption(args, '-f', '--file', '-i', '-l', '-e', '-E')
  const [script, ...files] = plainArgs(
    args.filter((_, index) => !/^-[Fv]$/.test(args[index - 1]?.text ?? '')),
  )
  const isTame = !isBrought && typeof script?.text === 'string' && !AWK_ACTS.test(withoutTexts(script.text))
  const read = mentions('read', [...files, ...optionValues(args)])
  return isTame ? read : [MORE, ...mentions('read', script ? [script] : []), ...read]
}

function withoutTexts(script: string): string {
  return script.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\/(?:[^/\\\n]|\\.)*\//g, '//')
}
