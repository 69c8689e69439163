// rustup: showing what is installed is free.
import { plainArgs, type Call, type Found } from '../program.ts'

export function readRustup({ args }: Call): Found[] {
  const [first, second] = plainArgs(args)
  const isList = /^(toolchain|target|component|override)$/.test(first?.text ?? '') && second?.text === 'list'
  const isLook = /^(show|which|doc|help)$/.test(first?.text ?? '')
  return isList || isLook ? [] : [{ kind: 'install' }]
}
