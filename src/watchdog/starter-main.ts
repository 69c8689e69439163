// `watchdog.mjs`, the one path that everybody starts: picks the guard and becomes it. Small, and not changed by an upgrade,
// so that whoever starts a watchdog need not know which one.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { guardsFolder, isSound, readBook, writeBook, type GuardBook } from './guard-book.ts'
import { pickGuard } from './mind/pick-guard.ts'

const { values } = parseArgs({
  options: { home: { type: 'string' }, heir: { type: 'string' } },
  strict: false,
})
const home = String(values.home)

/** An unreadable book must not keep the port closed: then any sound guard will do. */
function openBook(): GuardBook {
  try {
    return readBook(home)
  } catch (error) {
    process.stderr.write(`${new Date().toISOString()} ${String(error)}\n`)
    const proven = readdirSync(guardsFolder(home)).find((id) => isSound(home, id)) ?? ''
    return { proven, previous: null, next: null, refused: null }
  }
}

function choose(): string {
  const book = openBook()
  const pick = pickGuard(book, {
    isServed: typeof values.heir === 'string' && values.heir !== '',
    isSound: (id) => isSound(home, id),
  })
  if (pick.book === book) return pick.id
  try {
    writeBook(home, pick.book)
    return pick.id
  } catch (error) {
    // A try that can't be counted is not made.
    process.stderr.write(`${new Date().toISOString()} ${String(error)}\n`)
    return book.proven
  }
}

await import(pathToFileURL(join(guardsFolder(home), choose(), 'guard.mjs')).href)
