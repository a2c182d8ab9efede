/**
 * What a container of the image runs: the server, or a command that is `npm run …` in a clone.
 *   docker run … trailcut backup /backups
 * `scripts/production-files.ts` bundles it as dist/server/main.js.
 */
const commands: Readonly<Record<string, () => Promise<unknown>>> = {
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  doctor: () => import('./doctor.ts'),
  'ledger:check': () => import('./ledger-check.ts'),
  'ledger:reconcile': () => import('./ledger-reconcile.ts'),
  'vendors:check': () => import('./vendors-check.ts'),
}

const command = commands[process.argv[2] ?? '']
// The command finds its own arguments where `node scripts/backup.ts …` would have them.
if (command) process.argv.splice(2, 1)
await (command ? command() : import('#server/main.ts'))
