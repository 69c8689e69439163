// Who may import whom: every import is followed to its file and looked up in the table of rooms.
import { posix } from 'node:path'
import { isProduct } from '../places/is-product.ts'
import { isTest } from '../places/is-test.ts'
import { roomOf } from '../places/room-of.ts'
import { ROOMS, SHARED_ADAPTERS } from '../rooms.ts'
import type { Rule, Spot } from '../rule.ts'
import { listImports } from '../syntax/list-imports.ts'
import type { SourceFile } from '../syntax/source-file.ts'

export const arrows: Rule = {
  name: 'arrows',
  style: 1,
  where: 'src',
  forbids: 'import against the arrows of the design',
  instead: 'a room that the table of rooms lets it see, or a port',
  appliesTo: isProduct,
  find: (file) => [...refuseUnknownRoom(file), ...refuseImports(file)],
}

function refuseUnknownRoom({ path }: SourceFile): Spot[] {
  const room = roomOf(path)
  return room !== undefined && room in ROOMS
    ? []
    : [{ offset: 0, what: `${room ?? path} is not a room of src` }]
}

function refuseImports(file: SourceFile): Spot[] {
  return listImports(file).flatMap(({ offset, specifier }) => {
    const what =
      specifier === undefined ? 'the imported module is computed' : refuseArrow(file.path, specifier)
    return what === undefined ? [] : [{ offset, what }]
  })
}

function refuseArrow(path: string, specifier: string): string | undefined {
  // An alias or an absolute path reaches any room without naming it.
  if (/^[#/]|^file:/.test(specifier)) return `${specifier} hides which room is imported`
  if (!specifier.startsWith('.')) return undefined
  const target = posix.join(posix.dirname(path), specifier)
  const [from, to] = [roomOf(path), roomOf(target)]
  if (to === undefined) return `${specifier} leaves the rooms of src`
  if (isTest({ path: target })) return `${specifier} is a test`
  if (from === 'adapters' && to === 'adapters') return refuseAdapterArrow(path, target)
  if (from === to || ROOMS[from ?? '']?.sees.includes(to) === true) return undefined
  return `${from} imports ${to}`
}

function refuseAdapterArrow(path: string, target: string): string | undefined {
  const [from, to] = [path.split('/')[2], target.split('/')[2] ?? '']
  return from === to || SHARED_ADAPTERS.includes(to) ? undefined : `adapter ${from} imports adapter ${to}`
}
