import { setLearnsFromReviews } from '#server/accounts/index.ts'
import type { Deps } from '#server/deps.ts'
import { deleteLabelsOfRider } from './label-store.ts'

/**
 * Turns learning from a rider's videos on or off. Turning it off deletes the stored labels.
 * @returns how many labels were deleted
 */
export const chooseLearning = ({ db }: Pick<Deps, 'db'>, userId: string, on: boolean): Promise<number> =>
  db.transaction().execute(async tx => {
    await setLearnsFromReviews(tx, userId, on)
    return on ? 0 : deleteLabelsOfRider(tx, userId)
  })
