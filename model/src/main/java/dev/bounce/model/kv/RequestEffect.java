package dev.bounce.model.kv;

/// What a step of a request does to what it holds, and to the world. A step's effects are performed
/// in order.
public enum RequestEffect {
    /// Takes an index row. One must be free.
    TAKE_ROW,
    /// Reserves its blocks and writes them to the row. So many must be free.
    TAKE_BLOCKS,
    /// Takes a seat for computing. One must be free.
    TAKE_SEAT,
    /// Detaches from the row and gives it back before the request ends. Only once.
    RELEASE_ROW,
    /// Gives the row back at the end, unless it was released before, and forgets both.
    RETURN_ROW,
    /// Gives the seat back.
    DROP_SEAT,
    /// Pins the blocks: they stay until the transport has ended.
    PIN,
    /// Takes the pin off.
    UNPIN,
    /// Gives the blocks back.
    FREE_BLOCKS,
    /// Counts the blocks in the transfer window.
    ENTER_WINDOW,
    /// No longer counts them.
    LEAVE_WINDOW,
    /// Starts the clock of the deadline.
    START_CLOCK,
    /// Stops it.
    STOP_CLOCK,
    /// Hands the blocks to the transport as sources.
    SUBMIT,
    /// Publishes the blocks as destinations.
    START_RECEIVE,
    /// Asks the transport to end early. It may refuse.
    ASK_CANCEL,
    /// Tells the client the outcome.
    RESPOND
}
