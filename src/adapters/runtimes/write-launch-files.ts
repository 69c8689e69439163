// Writes what a launch needs, for nobody else to read, each file whole or not at all.
import { mkdir, readlink, rm, symlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { LaunchFile } from '../../core/agents/runtime.ts'
import { readIfThere } from '../files/read-if-there.ts'
import { writeAtomically } from '../files/write-atomically.ts'
import { bringConversation } from './bring-conversation.ts'
import { mergeJson } from './merge-json.ts'

const PRIVATE_FOLDER = 0o700

export async function writeLaunchFiles(files: readonly LaunchFile[]): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(file.path), { recursive: true, mode: PRIVATE_FOLDER })
    if ('link' in file) await putLink(file.path, file.link)
    else if ('conversation' in file) await bringConversation(file)
    else await writeAtomically(file.path, 'content' in file ? file.content : await merged(file))
  }
}

/** A file of the person's that can't be read as JSON is theirs to mend: it is not replaced. */
async function merged({ path, merge }: Extract<LaunchFile, { merge: unknown }>): Promise<string> {
  const text = (await readIfThere(path))?.trim() || '{}'
  const theirs: unknown = JSON.parse(text)
  if (typeof theirs !== 'object' || theirs === null) throw new Error(`${path} holds no JSON object`)
  return JSON.stringify(mergeJson({ ...theirs }, merge), null, 2)
}

async function putLink(path: string, target: string): Promise<void> {
  const there = await readlink(path).catch(() => undefined)
  if (there === target) return
  await rm(path, { force: true })
  await symlink(target, path)
}
