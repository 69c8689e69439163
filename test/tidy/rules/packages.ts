// Packages a room may use. A package is code that nobody here reviewed; rooms that must not fail have none.
import { isBuiltin } from 'node:module'
import { isProduct } from '../places/is-product.ts'
import { roomOf } from '../places/room-of.ts'
import { ROOMS } from '../rooms.ts'
import type { Rule } from '../rule.ts'
import { listImports } from '../syntax/list-imports.ts'

export const packages: Rule = {
  name: 'packages',
  style: 1,
  where: 'lib, protocol, core, client, host, cli and watchdog',
  forbids: 'package that the table of rooms does not give to the room',
  instead: 'code of the room itself, or an adapter behind a port',
  appliesTo: isProduct,
  find: (file) => {
    const allowed = ROOMS[roomOf(file.path) ?? '']?.packages ?? 'any'
    if (allowed === 'any') return []
    return listImports(file).flatMap(({ offset, specifier }) => {
      const name = packageName(specifier)
      return name === undefined || allowed.includes(name)
        ? []
        : [{ offset, what: `imports the package ${name}` }]
    })
  },
}

function packageName(specifier: string | undefined): string | undefined {
  if (specifier === undefined || isBuiltin(specifier) || /^[./#]|^file:/.test(specifier)) return undefined
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
