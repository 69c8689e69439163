// What the settings and this machine say about the sandbox, for everything that is put into one.
import { homedir, userInfo } from 'node:os'
import { dirname } from 'node:path'
import type { ConfineSettings } from '../core/confinement/confine-settings.ts'
import type { Config } from '../protocol/config.ts'
import { programsLink } from './point-programs.ts'

interface SandboxPlace {
  readonly config: Config
  readonly home: string
  /** Where our own programs are. */
  readonly programs: string
}

export function confineSettings({ config, home, programs }: SandboxPlace): ConfineSettings {
  const { mode, network, ports, domains, limits: _, ...extra } = config.agents.confine
  const homes = findHome()
  // The folder, since the link in it is turned to another release while agents live.
  const isLink = programs === programsLink(home)
  return {
    mode,
    network,
    ports,
    domains,
    extra,
    homes,
    cmuxHome: home,
    programs: isLink ? dirname(programs) : programs,
    node: process.execPath,
  }
}

/** What the system says counts, too: a variable is easily set. A user of a container need not be known to it. */
function findHome(): string[] {
  try {
    return [userInfo().homedir]
  } catch {
    return [homedir()]
  }
}
