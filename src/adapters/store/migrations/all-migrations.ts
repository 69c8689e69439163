import { eventsAndTokens } from './0001-events-and-tokens.ts'
import { agents } from './0002-agents.ts'
import { projects } from './0003-projects.ts'
import { eventKeys } from './0004-event-keys.ts'
import type { Migration } from './migration.ts'

/** In order, without gaps. A landed migration is never edited: the next one adds to it. */
export const allMigrations: readonly Migration[] = [eventsAndTokens, agents, projects, eventKeys]
