// Walls around what an agent's code can reach through us, a check or a build: it writes in its own folder and nowhere else, and sees
// nothing of cmux or of the person.
import type { ConfineSettings } from '../confinement/confine-settings.ts'
import { planWalls } from '../confinement/plan-walls.ts'

interface TreePlace {
  readonly folder: string
  /** What it needs besides, and may only read. */
  readonly borrowed: readonly string[]
}

export function planTreeWalls(
  confine: ConfineSettings,
  environment: Readonly<Record<string, string>>,
  { folder, borrowed }: TreePlace,
): ReturnType<typeof planWalls> {
  return planWalls({
    ...confine,
    homes: [...new Set([environment['HOME'] ?? '', ...confine.homes])].filter((home) => home.length > 1),
    agentHome: folder,
    folder,
    borrowed,
    steering: [],
    project: null,
    tools: [confine.node],
    searchPath: (environment['PATH'] ?? '').split(':'),
    named: [],
    runtime: [],
  })
}
