/** What the scripts of the site share, for TypeScript to check them (make check); no page loads this file. */

interface Sheetgen {
  /** Address of the site's root, relative to the page. */
  root: string;
  /** A promise of what the reader keeps under a name; `otherwise` where there is nothing. */
  load(name: string, otherwise?: any): Promise<any>;
  /** Keep a value: a promise of whether the browser took it. */
  save(name: string, value: any): Promise<boolean>;
  /** Act when another window has kept something under a name, and when this page comes back as it was left. */
  changed(name: string, act: () => void): void;
  /** An element: "p.soft", its attributes, its children; null and false are left out. */
  make(what: string, attributes?: Record<string, any> | null, ...children: (Node | string | number | null)[]): any;
  /** A mark by its character in the font of marks. */
  mark(glyph: string): HTMLElement;
  /** What the search box and the search page share; set by search.js. */
  search?: any;
  /** A promise of the entries that lie in the tray. */
  tray(): Promise<any[]>;
  /** A script or a stylesheet on its first use. */
  loadOnce(name: string): Promise<void>;
  /** A text of the program in the language of the page, with values in its places. */
  words(text: string, values?: Record<string, any>): string;
  /** The same in parts, where values are elements. */
  parts(text: string, values: Record<string, any>): any[];
  /** Make a calculator of a form that names its rule; set once calculator.js is loaded. */
  calculate?(form: HTMLFormElement): void;
  /** Speak a short message to screen readers. */
  say(text: string): void;
  /** The same; set once say.js is loaded. */
  speak?(text: string): void;
  /** Set the colours: "system", "light" or "dark". */
  colour(name: string): void;
  /** Selector of what shows more on pointing at it. */
  popoverSelector: string;
  /** With what the page was touched last: mouse, touch, pen, keyboard. */
  pointer: string;
  /** Set once the tray is loaded. */
  trayLoaded?: boolean;
  /** Show what there is about an element; set once popover.js is loaded. */
  showPopover?(node: HTMLElement, type: string, tap: unknown): void;
  /** Open the form of this page's entry; set once drafts.js is loaded. */
  openEditor?(): void;
  /** Name under which the fight of this page is kept. */
  board?: string;
  /** Bring the board of this page to its top, and open it. */
  begin?(): void;
  /** The fight of this page, once its board is drawn, which the document hears as "sheetgen-fight". */
  fight?: {
    /** Who takes part, in the order of turns, and how each stands. */
    fighters(): {
      key: string;
      id: string;
      name: string;
      conditions: string[];
      tracks: { label: string; boxes: string; way: string; least: number; most: number; marked: number }[];
    }[];
    /** What is to be done when the board was drawn anew. */
    drawn?(): void;
    /** What an attack does to a fighter, as one step: boxes off its tracks, conditions, and what is noted. */
    struck(key: string, outcome: { lost: [string, number][]; conditions: string[]; noted: string }): void;
  };
  /** Faces of dice for a seed; set by dice.js. */
  dieOf?(seed: string): (faces: number) => number;
  faceOf?(sides: string | number, die: (faces: number) => number): number;
  /** What the page of an entry says line by line; set by entry-lines.js. */
  lines?(): { type: string; title: string; label: string; texts: string[] }[];
  /** Add what the pages of compared entries say and no head of a list; set by compare-lines.js. */
  compareLines?: any;
  /** Who attacks whom in a fight, and with what best; set by attack-odds.js. */
  attackOdds?: any;
  /** One roll on a table, and what it gives the fields of a new entry; set by roll.js and rolled-values.js. */
  rolledOn?: any;
  rolledValues?: any;
  /** What an attack takes from the board and brings to it; set by attack-board.js. */
  attackBoard?: any;
  /** How a whole fight may go: its plan, its course, and both on its page. */
  fightPlan?: any;
  fightCourse?: any;
  attackCourse?: any;
  /** The form of a rule; set by calculator.js. */
  calculator?(form: HTMLElement, more?: Record<string, any>): void;
}

interface Window {
  sheetgen: Sheetgen;
  sheetgenLoad: ((name: string) => Promise<void>) & { tabbed?: boolean };
  sheetgenWords?: Record<string, any>;
  sheetgenIndex: any;
  SheetgenQuery: any;
  SheetgenSearch: any;
  SheetgenData: any;
  SheetgenMeaning: any;
  SheetgenNames: any;
  SheetgenProperties: any;
  SheetgenOrder: any;
  SheetgenAnswers: any;
  SheetgenWords: any;
  SheetgenTexts: any;
  SheetgenPacking: any;
  SheetgenList: any;
  sheetgenFold: (text: string) => string;
  sheetgenRows: any;
  sheetgenLongList: (list: HTMLElement, rows: any) => any;
  sheetgenRules: any;
  sheetgenRolling: (roll: any, form: any, fields: any[], taken: (values: Record<string, any>) => void) => HTMLElement;
  sheetgenForms: any;
  /** The attacks of the fight on this page. */
  sheetgenAttacks: any;
  /** Entries as they are written, by game, kind and id; each page's own script adds its own. */
  sheetgenSources: Record<string, any>;
  /** The fields of the kinds of a game. */
  sheetgenKinds: Record<string, any>;
  sheetgenChosen: (forms: any, put: any, truth: any) => any;
  sheetgenForm: (forms: any) => any;
  sheetgenPage: (root: HTMLElement) => (old: any[], now: any[]) => void;
  SheetgenYaml: any;
  /** The state of a fight, a row of its board, and what stands around the rows. */
  sheetgenFight: (id: string, roster: any[]) => any;
  sheetgenFighterRow: (fighter: any, conditions: string[], acts: Record<string, any>) => any;
  /** The words with which the parts of the search index begin, and those that need none. */
  sheetgenParts: { first: string[]; little: string };
  /** What play marks, written into files: for a game. */
  sheetgenMarks: (game: string) => any;
  /** What play changes of entries, by game, kind and id, and the panel of one that is played from its own page. */
  sheetgenPlay: Record<string, any>;
  sheetgenInPlay: (key: string) => Promise<HTMLElement>;
  /** The rows of a page after a change. */
  sheetgenPageRows: (root: Element, boxes: any) => (old: any[], now: any[]) => void;
  sheetgenInBoxes: (blocks: any, name: string) => boolean;
  sheetgenPageBoxes: (root: Element, blocks: any, yes: string) => (old: any[], now: any[]) => void;
  sheetgenBoardTools: (board: HTMLElement, fight: any, acts: Record<string, any>) => any;
  /** Save a change into a file, where the page comes from `sheetgen serve`: a promise of what went wrong. */
  /** Share how a fight stands with other devices, where the page comes from `sheetgen serve`; what they shared last, of
   * which the document hears as "sheetgen-news". */
  sheetgenShare?: (news: Record<string, any>) => Promise<any>;
  sheetgenNews?: any;
  sheetgenSave?: (change: Record<string, any>) => Promise<string>;
}

/** What a selector finds is known by the templates, not by TypeScript. */
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface Element {
  closest(selectors: string): any;
}

/** What an event happens to is an element of the page; where it may be the document, scripts ask with `?.`. */
interface EventTarget {
  closest?(selectors: string): any;
}

interface HTMLElement {
  /** Of a `details` element. */
  open?: boolean;
}
