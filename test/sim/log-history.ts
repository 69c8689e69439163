// The lives that logs lead: programs write, somebody rotates, copies, truncates and deletes. One step of it at a time, by chance.
import type { LogDisk, Pen } from './log-disk.ts'
import type { Random } from './random.ts'

const LOG = 'app.log'
const GENERATIONS = 3
/** Letters that no id has, so that nothing is taken out of them. */
const DIGITS = Array.from('ghijklmnop')

export interface LogHistory {
  step(): void
  /** Whole lines that tell of a fault and can be read now. */
  readable(): Set<string>
  /** What was done, for whoever looks at a failing seed. */
  readonly done: string[]
}

interface Copying {
  readonly pen: Pen
  copied: number
}

export function makeLogHistory(disk: LogDisk, random: Random): LogHistory {
  const done: string[] = []
  let pen: Pen | undefined
  let half: string | undefined
  let copying: Copying | undefined
  let written = 0

  const write = (text: string) => {
    pen ??= disk.openPen(LOG)
    pen.write(text)
  }
  const nextFault = () => {
    written += 1
    const word = Array.from(String(written), (digit) => DIGITS[Number(digit)]).join('')
    return `2026-01-02T03:04:05.678Z z${word}z: ERROR of request ${written}`
  }
  const nextLine = () =>
    random.chance(0.5)
      ? nextFault()
      : random.pick(['all is well', 'x'.repeat(1500), '\u0000\u0001ÿ\u0007', ''])
  const endHalf = () => {
    if (half !== undefined) write(`${half}\n`)
    half = undefined
  }
  const reopen = () => {
    pen?.close()
    pen = undefined
    half = undefined
  }
  const shift = () => {
    for (let age = GENERATIONS; age >= 1; age -= 1)
      if (disk.names().includes(`${LOG}.${age}`)) disk.rename(`${LOG}.${age}`, `${LOG}.${age + 1}`)
    const oldest = `${LOG}.${GENERATIONS + 1}`
    if (disk.names().includes(oldest)) disk.remove(oldest)
  }
  const isThere = () => disk.names().includes(LOG)

  const acts: Readonly<Record<string, () => void>> = {
    append() {
      endHalf()
      for (let lines = random.between(1, 4); lines > 0; lines -= 1) write(`${nextLine()}\n`)
    },
    beginLine() {
      endHalf()
      const line = nextLine()
      const cut = random.between(0, line.length + 1)
      write(line.slice(0, cut))
      half = line.slice(cut)
    },
    endLine: endHalf,
    endless() {
      endHalf()
      write(
        `${'y'.repeat(random.between(60_000, 140_000))} ${nextFault()} ${'y'.repeat(random.between(0, 70_000))}\n`,
      )
    },
    rename() {
      if (copying || !isThere()) return
      shift()
      disk.rename(LOG, `${LOG}.1`)
      // Some programs go on in the old file until they are told.
      if (random.chance(0.5)) reopen()
    },
    reopen,
    delete() {
      if (copying || !isThere()) return
      disk.remove(LOG)
      if (random.chance(0.7)) reopen()
    },
    copy() {
      if (copying || !isThere()) return
      shift()
      copying = { pen: disk.openPen(`${LOG}.1`), copied: 0 }
    },
    copyOn() {
      if (!copying) return
      const text = disk.read(LOG)
      const to = random.between(copying.copied, text.length + 1)
      copying.pen.write(text.slice(copying.copied, to))
      copying.copied = to
    },
    truncate() {
      if (!copying) return
      copying.pen.write(disk.read(LOG).slice(copying.copied))
      copying.pen.close()
      copying = undefined
      // Without a rest: what was begun is finished in the emptied file, and is no whole line there.
      disk.truncate(LOG)
    },
    wipe() {
      if (!copying && isThere()) disk.truncate(LOG)
    },
  }
  const names = [...Object.keys(acts), 'append', 'append', 'append', 'copyOn', 'beginLine', 'endLine']

  return {
    done,
    step() {
      const name = random.pick(names)
      if (name === 'endless' && !random.chance(0.05)) return
      done.push(name)
      acts[name]?.()
    },
    readable() {
      const lines = disk.names().flatMap((name) => disk.read(name).split('\n').slice(0, -1))
      return new Set(lines.flatMap((line) => /z[g-p]+z: ERROR/.exec(line)?.[0] ?? []))
    },
  }
}
