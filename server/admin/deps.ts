import type { Deps } from '#server/deps.ts'
import type { MoneyFigures } from './ports.ts'

export type AdminDeps = Deps & { money: MoneyFigures }
