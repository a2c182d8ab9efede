/** The place of a timeline in its frame under a player, for what waits in it. */
export const timelineRoom = 'mt-4 h-[9.5rem] sm:h-[11.5rem]'
