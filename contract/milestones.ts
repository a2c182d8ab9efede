/** Earnings in dollars that a rider is congratulated on, each once. */
export const milestones = [100, 250, 500, 1000, 2500, 5000, 10_000] as const

/** The first milestone above what was earned; null after the last. */
export const nextMilestone = (earned: number): number | null => milestones.find(m => m > earned) ?? null
