const openStates = ['needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review']

/**
 * Whether money is withdrawn and the dispute is undecided. An inquiry, which withdraws nothing, is not open.
 */
export const isOpen = (status: string): boolean => openStates.includes(status)
