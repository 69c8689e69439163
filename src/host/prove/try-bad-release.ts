// Releases that are broken on purpose: the code of the one that runs with another beginning, and a manifest that is true.
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readLedger } from '../backups/read-ledger.ts'
import type { Play, Scene } from './scene.ts'
import { startClock } from './whole-family.ts'
import { askHealth, runCmux, until, type Stage } from './stage.ts'

type BadKind = 'bad-start' | 'bad-hang' | 'bad-fall'

/**
 * The first is seen in its rehearsal. The others are well there, and sick under a watchdog, which alone names a door: one never gets
 * ready, and the other leads for a second and falls.
 */
const BEGINNINGS: Readonly<Record<BadKind, string>> = {
  'bad-start': `process.exit(1)\n`,
  'bad-hang': `if (process.argv.includes('--door')) for (;;);\nawait import('./well.mjs')\n`,
  'bad-fall': `
import './well.mjs'
const { readFileSync } = process.getBuiltinModule('node:fs')
const home = process.argv[process.argv.indexOf('--home') + 1]
const leads = () => {
  try {
    return JSON.parse(readFileSync(home + '/instance.json', 'utf8')).pid === process.pid
  } catch {
    return false
  }
}
if (process.argv.includes('--door')) {
  const look = setInterval(() => {
    if (!leads()) return
    clearInterval(look)
    setTimeout(() => process.exit(1), 1000)
  }, 20)
}
`,
}

export const tryBadRelease =
  (kind: BadKind): Play =>
  (scene) =>
    promoteBad(scene, kind)

async function promoteBad({ stage, badReleases }: Scene, kind: BadKind): Promise<number> {
  const good = await goodRelease(stage)
  const id = `${kind}-${badReleases.length + 1}`
  plantRelease(stage, { id, from: good, beginning: BEGINNINGS[kind] })
  const took = startClock()
  const { code } = await runCmux(stage, 'release', 'promote', id)
  // It is over when the good release answers, and the bad one was refused or is known as bad.
  await until(stage, `${good} serving again`, async () => {
    const isOver = code !== 0 || (readLedger(stage.home).bad ?? []).includes(id)
    return isOver && (await askHealth(stage))?.release === good ? true : undefined
  })
  const tookMs = took()
  badReleases.push({ kind, rolledBack: readLedger(stage.home).current === good, tookMs })
  rmSync(join(stage.home, 'releases', id), { recursive: true, force: true })
  return tookMs
}

/** One on probation may not be gone back to: the fault waits until it is good. */
async function goodRelease(stage: Stage): Promise<string> {
  return until(stage, 'a release that is good', async () => {
    const { current, good = [] } = readLedger(stage.home)
    if (current === undefined || !good.includes(current)) return undefined
    return (await askHealth(stage))?.release === current ? current : undefined
  })
}

interface Planted {
  readonly id: string
  readonly from: string
  readonly beginning: string
}

function plantRelease({ home, folder }: Stage, { id, from, beginning }: Planted): void {
  // Elsewhere first: releases that the ledger does not name are tidied away when another becomes good.
  const building = join(folder, id)
  cpSync(join(home, 'releases', from), building, { recursive: true })
  renameSync(join(building, 'server.mjs'), join(building, 'well.mjs'))
  writeFileSync(join(building, 'server.mjs'), beginning)
  writeManifest(building, id)
  // The home may be on another disk, where a rename does not lead.
  cpSync(building, join(home, `${id}.tmp`), { recursive: true })
  renameSync(join(home, `${id}.tmp`), join(home, 'releases', id))
  rmSync(building, { recursive: true })
}

function writeManifest(folder: string, id: string): void {
  const path = join(folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as object
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'manifest.json')
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  const files = Object.fromEntries(names.map((name) => [name, sumOf(join(folder, name))]))
  writeFileSync(path, JSON.stringify({ ...manifest, files, id }))
}

const sumOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
