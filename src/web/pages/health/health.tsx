// How cmux itself is: its parts, its releases, and what broke and healed; services of projects stand apart.
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/button.tsx'
import { Discrepancies } from '../../health/discrepancies.tsx'
import { Parts } from '../../health/parts.tsx'
import { ProjectPrograms } from '../../health/project-programs.tsx'
import { Trouble } from '../../health/trouble.tsx'
import { Recoveries } from '../../history/recoveries.tsx'
import { Alerts } from './alerts.tsx'
import { Backups } from './backups.tsx'
import { Mail } from './mail.tsx'
import { ProveRun } from './prove-run.tsx'
import { Releases } from './releases.tsx'

const RECOVERIES_SHOWN = 50

export function Health() {
  return (
    <div className="mx-auto grid max-w-6xl gap-4">
      <div className="flex items-center justify-between gap-2">
        <h1 className="text-lg font-semibold">Health</h1>
        <span className="flex gap-2">
          <Link to="/machine" className={buttonClass()}>
            Machine
          </Link>
          <Link to="/timeline" className={buttonClass()}>
            Activity
          </Link>
          <Link to="/audit" className={buttonClass()}>
            Audit log
          </Link>
        </span>
      </div>
      <Trouble />
      <Discrepancies />
      <Alerts />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <Parts />
          <ProjectPrograms project={undefined} />
          <Mail />
          <Backups />
        </div>
        <div className="grid min-w-0 gap-4">
          <Releases />
          <ProveRun />
          <Recoveries limit={RECOVERIES_SHOWN} />
        </div>
      </div>
    </div>
  )
}
