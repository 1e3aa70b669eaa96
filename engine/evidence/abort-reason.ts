/** Why a run ended early. `reason` is a clause that completes "The request was not sent: …". */
export interface AbortReason {
  readonly kind: 'deadline' | 'interrupted' | 'throttled' | 'unreachable' | 'fault';
  readonly reason: string;
}
