/** Rows of a session as the view gets them: by a watch, and by reading where no row has come yet. */

import { SessionService, type Connection, type WatchHandle } from "../connection.ts";
import { told } from "../element.ts";
import type { ShapePair } from "../generated/raftup/v1/contact_query_pb.ts";
import type { Frame, Notice } from "../generated/raftup/v1/exchange_pb.ts";
import { OverflowPolicy, type WatchSessionResponse } from "../generated/raftup/v1/watch_pb.ts";
import { columnsOf, CONTACTS, type Layout } from "./layout.ts";
import { Motion } from "./poses.ts";

const MOST_ROWS_PER_SECOND = 120; // two for each picture of a screen of 60 Hz

/** Who draws what a feed brings. */
export interface FeedListener {
  /** The points where shapes touch are others than before. */
  contactsChanged(contacts: ShapePair[]): void;
  /** Values of a time [s] have been read. */
  valuesRead(time: number): void;
  frameTaken(): void;
  noticed(notice: Notice): void;
}

export class Feed {
  readonly motion = new Motion();
  contacts: ShapePair[] = [];
  /** Frames that have not come, by the server's and the gateway's count. */
  lost = 0;
  /** When the step of the newest frame was committed; null = a picture shows it already. */
  commitNs: bigint | null = null;
  /** The kind of forces that it brings; empty = none. */
  private forces = "";
  private watch: WatchHandle | null = null;
  /** Frames that the gateway has not been told of: it sends no more than a few ahead. */
  private unseen = 0;
  private taken = 0;
  private readonly connection: Connection;
  private readonly session: string;
  private readonly layout: Layout;
  private readonly listener: FeedListener;

  constructor(connection: Connection, session: string, layout: Layout, listener: FeedListener) {
    this.connection = connection;
    this.session = session;
    this.layout = layout;
    this.listener = listener;
  }

  /** Chooses the forces that come with poses: follow() brings their columns. */
  setForces(kind: string): void {
    this.forces = kind;
  }

  /** Watches the session, anew where it does so already. */
  follow(): void {
    this.watch?.close();
    this.unseen = 0;
    this.watch = this.connection.watch(
      {
        session: this.session,
        outputVariables: columnsOf(this.layout, this.forces),
        outputStride: 1n,
        contacts: this.forces === CONTACTS,
        overflowPolicy: OverflowPolicy.LATEST,
        maxRowsPerSecond: MOST_ROWS_PER_SECOND,
      },
      0n,
      {
        response: (message, lost) => this.take(message, lost),
        history: () => undefined,
        ended: () => undefined,
      },
    );
  }

  /** Reads where everything is before the first row comes; a row that has come meanwhile is newer. */
  async read(): Promise<void> {
    const { taken, session } = this;
    const { readValues, queryContacts } = SessionService.method;
    const answer = await this.connection.call(readValues, { session, variables: columnsOf(this.layout, this.forces) });
    const contacts = this.forces === CONTACTS ? (await this.connection.call(queryContacts, { session })).pairs : [];
    if (this.taken !== taken) return;
    const time = Number(answer.timeNs) / 1e9;
    this.setContacts(contacts);
    this.motion.take(time, answer.values, performance.now());
    this.listener.valuesRead(time);
  }

  /** Tells the gateway that what came has been drawn, or will never be: then it sends more. */
  giveBack(): void {
    for (; this.unseen > 0; this.unseen--) this.watch?.seen();
  }

  close(): void {
    this.watch?.close();
  }

  private setContacts(contacts: ShapePair[]): void {
    this.contacts = contacts;
    this.listener.contactsChanged(contacts);
  }

  private take({ kind }: WatchSessionResponse, lost: number): void {
    this.lost += lost;
    if (kind.case === "notice") {
      this.listener.noticed(kind.value);
      if (["SESSION_RESET", "CHECKPOINT_RESTORED"].includes(kind.value.reason)) void told(() => this.read());
    } else if (kind.case === "watching") {
      void told(() => this.read());
    } else if (kind.case === "frame") {
      this.takeFrame(kind.value);
    }
  }

  private takeFrame(frame: Frame): void {
    const rows = frame.rowTimeNs.length || 1;
    const width = frame.values.length / rows;
    const time = frame.rowTimeNs.at(-1) ?? frame.timeNs;
    this.motion.take(Number(time) / 1e9, frame.values.slice((rows - 1) * width), performance.now());
    this.commitNs = frame.commitTimeNs;
    if (this.forces === CONTACTS) this.setContacts(frame.contacts);
    this.lost += Number(frame.droppedFrameCount);
    this.unseen++;
    this.taken++;
    this.listener.frameTaken();
  }
}
