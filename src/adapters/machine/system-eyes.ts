// This machine, whichever it is, and the disk that the home is on.
import { statfs } from 'node:fs/promises'
import type { DiskSight, MachineEyes } from '../../core/metrics/machine-eyes.ts'
import { lookAtDarwin } from './look-at-darwin.ts'
import { lookAtLinux } from './look-at-linux.ts'

export function makeSystemEyes(home: string, platform: NodeJS.Platform): MachineEyes {
  const lookAround = platform === 'linux' ? lookAtLinux : lookAtDarwin
  return {
    look: async (roots) => ({ ...(await lookAround(roots)), disk: await lookAtDisk(home) }),
  }
}

async function lookAtDisk(home: string): Promise<DiskSight> {
  const { blocks, bfree, bavail, bsize } = await statfs(home)
  return { usedBytes: (blocks - bfree) * bsize, freeBytes: bavail * bsize }
}
