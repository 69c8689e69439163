// The descriptor on which bubblewrap finds the filter of system calls, and how it is told. Pure.
import type { Box } from '../compose-bubblewrap.ts'
import type { OpenFile } from '../open-descriptors.ts'

const DESCRIPTOR = 9

interface FilterDescriptor {
  readonly files: readonly OpenFile[]
  readonly option: Pick<Box, 'seccompFd'>
}

export function filterDescriptor(path: string | undefined): FilterDescriptor {
  if (path === undefined) return { files: [], option: {} }
  return { files: [{ descriptor: DESCRIPTOR, path }], option: { seccompFd: DESCRIPTOR } }
}
